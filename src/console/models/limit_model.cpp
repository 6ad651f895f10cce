// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/models/limit_model.h"

#include "base/stored_text.h"
#include "console/style/icons.h"
#include "console/text/format.h"

#include <QGuiApplication>

namespace latchboard::console {
namespace {

bool isNumber(int column) {
    return column == LimitModel::NextCall || column == LimitModel::Left || column == LimitModel::Grants ||
           column == LimitModel::Refusals || column == LimitModel::LastStatus;
}

/// What a column is, in a sentence.
QString explanation(LimitModel::Column column) {
    switch (column) {
    case LimitModel::Bucket:
        return LimitModel::tr("Who shares the limit: source | credential | path. * stands for all.");
    case LimitModel::State:
        return LimitModel::tr("What the bucket does now.");
    case LimitModel::NextCall:
        return LimitModel::tr("How long until the next call may go out, by the database's clock.");
    case LimitModel::Left:
        return LimitModel::tr("Calls that are left of the burst or of the period.");
    case LimitModel::WaitsFor:
        return LimitModel::tr("Why the next call waits.");
    case LimitModel::Pace:
        return LimitModel::tr("How calls are counted, by [[limit]] of the source's file.");
    case LimitModel::LastStatus:
        return LimitModel::tr("HTTP status of the last answer.");
    case LimitModel::Grants:
        return LimitModel::tr("Calls that were let through today (UTC).");
    case LimitModel::Refusals:
        return LimitModel::tr("How often today (UTC) somebody asked and had to wait.");
    case LimitModel::ColumnCount:
        break;
    }
    return {};
}

template<typename T>
int compareValues(const T& a, const T& b) {
    return a < b ? -1 : (b < a ? 1 : 0);
}

} // namespace

LimitModel::LimitModel(Display& display, QObject* parent) : KeyedTableModel(parent), m_display(display) {
    connect(&display, &Display::ticked, this, &LimitModel::countDown);
    connect(&display, &Display::timesChanged, this, &LimitModel::countDown);
}

void LimitModel::setUpdate(const LimitsUpdate& update) {
    m_offset = update.databaseNow - update.readAt;
    setRows(update.limits);
}

int LimitModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LimitModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Limit& row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return toolTip(row, index.column());
    case Qt::DecorationRole:
        if (index.column() == State) {
            const Sign sign = signOf(row.state);
            return icon(sign.iconName, toneColours(sign.tone, QGuiApplication::palette()).text);
        }
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::UserRole:
        return static_cast<int>(signOf(row.state).tone);
    default:
        return {};
    }
}

QVariant LimitModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        return explanation(static_cast<Column>(section));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
    case Bucket:
        return tr("Bucket");
    case State:
        return tr("State");
    case NextCall:
        return tr("Next call in");
    case Left:
        return tr("Calls left");
    case WaitsFor:
        return tr("Waits for");
    case Pace:
        return tr("Limit");
    case Grants:
        return tr("Granted");
    case Refusals:
        return tr("Refused");
    case LastStatus:
        return tr("Status");
    case ColumnCount:
        break;
    }
    return {};
}

int LimitModel::compare(const Limit& a, const Limit& b, int column) const {
    switch (static_cast<Column>(column)) {
    case State:
        return compareValues(static_cast<int>(a.state), static_cast<int>(b.state));
    case NextCall:
        return compareValues(a.nextAllowedAt, b.nextAllowedAt);
    case Left:
        return compareValues(a.left, b.left);
    case Grants:
        return compareValues(a.grantsToday, b.grantsToday);
    case Refusals:
        return compareValues(a.refusalsToday, b.refusalsToday);
    case LastStatus:
        return compareValues(a.lastStatus, b.lastStatus);
    case Bucket:
    case WaitsFor:
    case Pace:
        return QString::localeAwareCompare(text(a, column), text(b, column));
    case ColumnCount:
        break;
    }
    return 0;
}

QString LimitModel::text(const Limit& row, int column) const {
    switch (static_cast<Column>(column)) {
    case Bucket:
        return toQt(row.bucket);
    case State:
        return signOf(row.state).word;
    case NextCall: {
        if (row.state == Limit::State::Paused) {
            //: Countdown to the next call of a paused bucket
            return tr("when resumed");
        }
        if (row.state == Limit::State::LockedOut) {
            return tr("when cleared");
        }
        const base::Instant now = databaseNow();
        if (row.state == Limit::State::InUse && row.leaseUntil) {
            return tr("after this call");
        }
        if (!row.nextAllowedAt || *row.nextAllowedAt <= now) {
            return tr("now");
        }
        return durationText(*row.nextAllowedAt - now, true);
    }
    case Left:
        return leftText(row);
    case WaitsFor:
        return waitReason(row);
    case Pace:
        return paceText(row);
    case Grants:
        return numberText(row.grantsToday);
    case Refusals:
        return numberText(row.refusalsToday);
    case LastStatus:
        return row.lastStatus ? QString::number(*row.lastStatus) : QString();
    case ColumnCount:
        break;
    }
    return {};
}

QString LimitModel::toolTip(const Limit& row, int column) const {
    QStringList lines;
    switch (static_cast<Column>(column)) {
    case NextCall:
        if (row.nextAllowedAt) {
            lines << tr("Allowed at %1").arg(bothTimes(*row.nextAllowedAt));
        }
        lines << paceText(row);
        break;
    case Left:
        if (row.fullAt) {
            //: Of the calls that are left: when all of them are there again
            lines << tr("All there again at %1").arg(bothTimes(*row.fullAt));
        }
        if (row.usageAt && !row.usage.empty()) {
            //: %1 is what a header said, "32/40"
            lines << tr("The source counted %1 used at %2").arg(toQt(row.usage), bothTimes(*row.usageAt));
        }
        if (row.usageAt && row.remaining) {
            lines << tr("The source said %1 left at %2").arg(numberText(*row.remaining), bothTimes(*row.usageAt));
        }
        break;
    case State:
        if (!row.leaseBy.empty()) {
            //: %1 is "host:process job run"
            lines << tr("Held by %1").arg(toQt(row.leaseBy));
        }
        if (row.leaseUntil) {
            lines << tr("Lease until %1").arg(bothTimes(*row.leaseUntil));
        }
        break;
    case LastStatus:
        if (row.lastEndedAt) {
            lines << tr("Answered %1").arg(bothTimes(*row.lastEndedAt));
        }
        if (row.lastItems) {
            lines << tr("%1 items").arg(numberText(*row.lastItems));
        }
        if (row.lastBytes) {
            lines << bytesText(*row.lastBytes);
        }
        if (row.last429At) {
            lines << tr("Last 429 at %1").arg(bothTimes(*row.last429At));
        }
        break;
    case WaitsFor:
        lines << waitReason(row);
        break;
    case Bucket:
    case Pace:
        lines << text(row, column);
        break;
    case Grants:
    case Refusals:
    case ColumnCount:
        break;
    }
    return lines.join(QLatin1Char('\n'));
}

Sign signOf(Limit::State state) {
    switch (state) {
    case Limit::State::Free:
        return {LimitModel::tr("Free"), QStringLiteral("outcome-success"), Tone::Good};
    case Limit::State::InUse:
        return {LimitModel::tr("In use"), QStringLiteral("running"), Tone::Busy};
    case Limit::State::Spacing:
        return {LimitModel::tr("Spacing"), QStringLiteral("verdict-busy-expected"), Tone::Busy};
    case Limit::State::Resting:
        return {LimitModel::tr("Resting"), QStringLiteral("verdict-busy-expected"), Tone::Busy};
    case Limit::State::ToldToWait:
        return {LimitModel::tr("Told to wait"), QStringLiteral("verdict-waiting"), Tone::Attention};
    case Limit::State::LockedOut:
        return {LimitModel::tr("Locked out"), QStringLiteral("refused"), Tone::Danger};
    case Limit::State::HolderLost:
        return {LimitModel::tr("Holder lost"), QStringLiteral("verdict-unknown"), Tone::Attention};
    case Limit::State::Paused:
        return {LimitModel::tr("Paused"), QStringLiteral("pause"), Tone::Attention};
    }
    return {};
}

QString waitReason(const Limit& limit) {
    if (limit.state == Limit::State::Paused) {
        return limit.pausedReason.empty() ? LimitModel::tr("paused by an operator")
                                          //: %1 is a reason that a person typed
                                          : LimitModel::tr("paused: %1").arg(toQt(limit.pausedReason));
    }
    if (limit.state == Limit::State::Free) {
        return {};
    }
    switch (limit.waitsFor) {
    case Limit::Wait::Call:
        return LimitModel::tr("the end of the call under way");
    case Limit::Wait::Holder:
        return LimitModel::tr("the rest after a holder that was lost");
    case Limit::Wait::Budget:
        return limit.fullAt ? LimitModel::tr("the next period, from %1").arg(bothTimes(*limit.fullAt))
                            : LimitModel::tr("the next period");
    case Limit::Wait::Burst:
        return LimitModel::tr("the next call of the burst");
    case Limit::Wait::Spacing:
        return LimitModel::tr("spacing between two calls");
    case Limit::Wait::Operator:
        return toQt(limit.reason);
    case Limit::Wait::Nothing:
    case Limit::Wait::Resume:
    case Limit::Wait::Clear:
    case Limit::Wait::Told:
    case Limit::Wait::Rest:
        break;
    }
    return base::storedText(limit.reason).translated();
}

QString paceText(const Limit& limit) {
    switch (limit.kind) {
    case Limit::Kind::Bucket:
        //: %1 calls at once when the bucket is full
        return LimitModel::tr("%1 at once, then one each %2")
            .arg(numberText(limit.of.value_or(0)), durationText(limit.spacing, true));
    case Limit::Kind::Window:
        //: %1 calls each %2 (a duration) by the clock of the time zone %3
        return LimitModel::tr("%1 each %2 (%3)")
            .arg(numberText(limit.of.value_or(0)), durationText(limit.period), toQt(limit.periodZone));
    case Limit::Kind::Spacing:
        break;
    }
    //: %1 is a duration
    return limit.fromStart ? LimitModel::tr("%1 from start to start").arg(durationText(limit.spacing, true))
                           : LimitModel::tr("%1 after each answer").arg(durationText(limit.spacing, true));
}

QString leftText(const Limit& limit) {
    if (!limit.left || !limit.of) {
        return {};
    }
    //: Calls that are left
    return LimitModel::tr("%1 of %2").arg(numberText(*limit.left), numberText(*limit.of));
}

} // namespace latchboard::console
