// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/models/lock_model.h"

#include "console/style/icons.h"
#include "console/text/format.h"
#include "console/text/words.h"

#include <QGuiApplication>

namespace latchboard::console {
namespace {

/// Below it, a change of the clocks' distance is only the way of an answer, and the next beat redraws the ages anyway.
constexpr auto kClocksApart = std::chrono::milliseconds(500);

/// All names that fit with the same certainty, so that none of them is taken for the one: "a or b", "could be a or b".
QString namesText(const std::vector<keys::NameMatch>& matches) {
    constexpr qsizetype kMost = 3;
    QStringList names;
    for (const keys::NameMatch& match : matches) {
        if (match.couldBe == matches.front().couldBe) {
            names << toQt(match.known.name);
        }
    }
    const qsizetype more = names.size() - kMost;
    if (more > 0) {
        names = names.mid(0, kMost);
    }
    //: Between two names that fit the same key
    QString text = names.join(LockModel::tr(" or "));
    if (more > 0) {
        //: After some names: %1 more names fit the same key
        text += LockModel::tr(" (+%1)").arg(more);
    }
    //: %1 is a name, or several, of which only a hash of 32 bits agrees
    return matches.front().couldBe ? LockModel::tr("could be %1").arg(text) : text;
}

int compareTexts(const QString& a, const QString& b) {
    return QString::localeAwareCompare(a, b);
}

template<typename T>
int compareValues(const T& a, const T& b) {
    return a < b ? -1 : (b < a ? 1 : 0);
}

/// What a person should look at first; the verdicts' own order is that of the rules.
int urgency(locks::Verdict verdict) {
    switch (verdict) {
    case locks::Verdict::LeakProven:
        return 0;
    case locks::Verdict::ContextMismatch:
        return 1;
    case locks::Verdict::LeakSuspected:
        return 2;
    case locks::Verdict::BusySuspicious:
        return 3;
    case locks::Verdict::Waiting:
        return 4;
    case locks::Verdict::BusyExpected:
        return 5;
    case locks::Verdict::Unknown:
        return 6;
    case locks::Verdict::Held:
        return 7;
    }
    return 8;
}

/// Since when it is held or waited for; rows that tell nothing sort as the youngest.
base::Instant ageStart(const locks::LockView& row) {
    const auto since = row.id.granted ? row.heldSinceAtLatest : row.waitingSince;
    return since.value_or(base::Instant::max());
}

} // namespace

LockModel::LockModel(Display& display, QObject* parent) : KeyedTableModel(parent), m_display(display) {
    connect(&display, &Display::ticked, this, [this] { announceColumn(HeldFor); });
    connect(&display, &Display::timesChanged, this, [this] { announceColumn(HeldFor); });
}

void LockModel::setAnalysis(const locks::Analysis& analysis) {
    m_takenAt = analysis.takenAt;
    const base::Duration offset = analysis.takenAt - m_display.now();
    const bool clocksMoved = std::chrono::abs(offset - m_offset) > kClocksApart;
    m_offset = offset;
    std::vector<locks::LockView> rows;
    std::copy_if(analysis.locks.begin(), analysis.locks.end(), std::back_inserter(rows),
                 [](const locks::LockView& lock) { return lock.id.lockType == "advisory"; });
    setRows(std::move(rows));
    if (clocksMoved) {
        announceColumn(HeldFor);
    }
}

void LockModel::setStale(bool stale) {
    if (stale != m_stale) {
        m_stale = stale;
        announceColumn(HeldFor);
    }
}

void LockModel::setFilterText(const QString& text) {
    m_filter = text.trimmed();
    show();
}

base::Instant LockModel::serverNow() const {
    return m_stale ? m_takenAt : m_display.now() + m_offset;
}

int LockModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LockModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const locks::LockView& row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return toolTip(row, index.column());
    case Qt::DecorationRole:
        if (index.column() == Verdict) {
            const Sign sign = signOf(row.verdict);
            return icon(sign.iconName, toneColours(sign.tone, QGuiApplication::palette()).text);
        }
        return {};
    case Qt::TextAlignmentRole:
        if (index.column() == HeldFor || index.column() == Waiters) {
            return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
        }
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::UserRole:
        return static_cast<int>(toneOf(row.verdict));
    default:
        return {};
    }
}

QVariant LockModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    const auto column = static_cast<Column>(section);
    if (role == Qt::TextAlignmentRole) {
        const bool number = column == HeldFor || column == Waiters;
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case Verdict:
        return tr("Verdict");
    case Name:
        return tr("Name");
    case Level:
        return tr("Level");
    case Holder:
        return tr("Holder");
    case Client:
        return tr("Client");
    case State:
        return tr("State");
    case HeldFor:
        //: Header of a narrow column, on two lines
        return tr("Held for\nat least");
    case Waiters:
        return tr("Waiters");
    case ColumnCount:
        break;
    }
    return {};
}

bool LockModel::same(const locks::LockView& a, const locks::LockView& b) const {
    return sameLock(a, b);
}

bool LockModel::accepts(const locks::LockView& row) const {
    if (m_filter.isEmpty()) {
        return true;
    }
    for (int column = 0; column < ColumnCount; ++column) {
        if (column != HeldFor && text(row, column).contains(m_filter, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return keyToolTip(row).contains(m_filter, Qt::CaseInsensitive);
}

int LockModel::compare(const locks::LockView& a, const locks::LockView& b, int column) const {
    switch (static_cast<Column>(column)) {
    case Verdict:
        return compareValues(urgency(a.verdict), urgency(b.verdict));
    case HeldFor: // the longest held is the greatest
        return compareValues(ageStart(b), ageStart(a));
    case Waiters:
        return compareValues(a.blocks.size(), b.blocks.size());
    case Level:
        return compareValues(static_cast<int>(a.level), static_cast<int>(b.level));
    case Holder:
        return compareValues(a.lock.pid, b.lock.pid);
    case Name:
        // Keys without a name come first, in the order of their numbers and not of their digits.
        if (a.names.empty() != b.names.empty()) {
            return a.names.empty() ? -1 : 1;
        }
        if (a.names.empty()) {
            return static_cast<int>(keys::lessByValue(b.lock.tag, a.lock.tag)) -
                   static_cast<int>(keys::lessByValue(a.lock.tag, b.lock.tag));
        }
        return compareTexts(text(a, column), text(b, column));
    case Client:
    case State:
        return compareTexts(text(a, column), text(b, column));
    case ColumnCount:
        break;
    }
    return 0;
}

QString LockModel::text(const locks::LockView& row, int column) const {
    switch (static_cast<Column>(column)) {
    case Verdict:
        return signOf(row.verdict).word;
    case Name: {
        if (row.names.empty()) {
            return toQt(keys::keyText(row.lock.tag));
        }
        return namesText(row.names);
    }
    case Level:
        return levelWord(row.level);
    case Holder:
        return holderText(row);
    case Client:
        return clientText(row);
    case State:
        return row.holder ? sessionStateWord(row.holder->state) : QString();
    case HeldFor: {
        if (!row.id.granted) {
            //: In the column of ages, for a lock that is not granted; %1 is a duration or a time
            return row.waitingSince ? tr("waits %1").arg(durationText(serverNow() - *row.waitingSince)) : tr("waits");
        }
        if (!row.heldSinceAtLatest) {
            return tr("unknown");
        }
        return m_display.times() == TimeStyle::Relative
                   ? durationText(serverNow() - *row.heldSinceAtLatest)
                   : momentText(*row.heldSinceAtLatest, serverNow(), m_display.times());
    }
    case Waiters:
        return row.blocks.empty() ? QString() : numberText(static_cast<std::int64_t>(row.blocks.size()));
    case ColumnCount:
        break;
    }
    return {};
}

QString LockModel::toolTip(const locks::LockView& row, int column) const {
    switch (static_cast<Column>(column)) {
    case Verdict: {
        QStringList lines;
        for (const base::Text& evidence : row.evidence) {
            lines << evidence.translated();
        }
        return lines.join(QLatin1Char('\n'));
    }
    case Name:
        return keyToolTip(row);
    case Level:
        return row.levelProvenAt ? tr("Proven at %1").arg(bothTimes(*row.levelProvenAt))
                                 : tr("pg_locks does not tell the level; nothing has proven it so far.");
    case Holder:
        return row.holder ? toQt(row.holder->query) : QString();
    case HeldFor: {
        QStringList lines;
        if (row.waitingSince) {
            lines << tr("Waiting since %1").arg(bothTimes(*row.waitingSince));
        }
        if (row.heldSinceAtLatest) {
            lines << tr("Held since %1 at the latest").arg(bothTimes(*row.heldSinceAtLatest));
        }
        if (row.heldSinceAtEarliest) {
            lines << tr("Not before %1").arg(bothTimes(*row.heldSinceAtEarliest));
        }
        return lines.join(QLatin1Char('\n'));
    }
    case Waiters: {
        QStringList pids;
        for (const int pid : row.blocks) {
            pids << QString::number(pid);
        }
        return pids.join(QStringLiteral(", "));
    }
    case Client:
    case State:
    case ColumnCount:
        break;
    }
    return {};
}

namespace {

bool sameHolder(const std::optional<locks::SessionRow>& a, const std::optional<locks::SessionRow>& b) {
    if (a.has_value() != b.has_value()) {
        return false;
    }
    return !a || (a->id == b->id && a->database == b->database && a->user == b->user &&
                  a->applicationName == b->applicationName && a->clientAddress == b->clientAddress &&
                  a->clientPort == b->clientPort && a->backendType == b->backendType && a->state == b->state &&
                  a->stateChange == b->stateChange && a->transactionStart == b->transactionStart &&
                  a->queryStart == b->queryStart && a->query == b->query && a->waitEventType == b->waitEventType &&
                  a->waitEvent == b->waitEvent && a->leaderPid == b->leaderPid);
}

bool sameNames(const std::vector<keys::NameMatch>& a, const std::vector<keys::NameMatch>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const keys::NameMatch& x, const keys::NameMatch& y) {
        return x.known.name == y.known.name && x.known.scheme == y.known.scheme && x.known.source == y.known.source &&
               x.couldBe == y.couldBe;
    });
}

} // namespace

bool sameLock(const locks::LockView& a, const locks::LockView& b) {
    return a.id == b.id && a.verdict == b.verdict && a.level == b.level && a.levelProof == b.levelProof &&
           a.levelProvenAt == b.levelProvenAt && a.heldSinceAtLatest == b.heldSinceAtLatest &&
           a.heldSinceAtEarliest == b.heldSinceAtEarliest && a.waitingSince == b.waitingSince &&
           a.blockedBy == b.blockedBy && a.blocks == b.blocks && a.pooler == b.pooler &&
           a.preparedGid == b.preparedGid && a.lock.database == b.lock.database && sameHolder(a.holder, b.holder) &&
           sameNames(a.names, b.names) && a.evidence == b.evidence;
}

QString keyToolTip(const locks::LockView& row) {
    QStringList lines;
    for (const keys::NameMatch& match : row.names) {
        lines << QStringLiteral("%1 (%2, %3)")
                     .arg(toQt(match.known.name), toQt(match.known.scheme),
                          QString::fromLatin1(keys::nameSourceName(match.known.source)));
    }
    lines << toQt(keys::keyText(row.lock.tag));
    lines << QStringLiteral("0x%1").arg(toQt(keys::keyHex(row.lock.tag)));
    lines << QStringLiteral("classid %1, objid %2, objsubid %3")
                 .arg(row.lock.tag.classid)
                 .arg(row.lock.tag.objid)
                 .arg(row.lock.tag.objsubid);
    return lines.join(QLatin1Char('\n'));
}

} // namespace latchboard::console
