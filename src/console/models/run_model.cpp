// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/models/run_model.h"

#include "console/style/icons.h"
#include "console/text/format.h"
#include "console/text/words.h"

#include <QGuiApplication>

namespace latchboard::console {
namespace {

bool isNumber(int column) {
    switch (static_cast<RunModel::Column>(column)) {
    case RunModel::Duration:
    case RunModel::Pages:
    case RunModel::New:
    case RunModel::Changed:
    case RunModel::Same:
    case RunModel::Stale:
    case RunModel::Retries:
    case RunModel::ApiCalls:
    case RunModel::LimitWait:
        return true;
    case RunModel::StartedAt:
    case RunModel::Job:
    case RunModel::Trigger:
    case RunModel::Outcome:
    case RunModel::Error:
    case RunModel::ColumnCount:
        return false;
    }
    return false;
}

} // namespace

RunModel::RunModel(Display& display, QObject* parent) : QAbstractTableModel(parent), m_display(display) {
    const auto timesDue = [this] {
        if (!m_runs.empty()) {
            Q_EMIT dataChanged(index(0, StartedAt), index(rowCount() - 1, StartedAt), {Qt::DisplayRole});
        }
    };
    connect(&display, &Display::ticked, this, [this, timesDue] {
        if (m_display.times() == TimeStyle::Relative) {
            timesDue();
        }
    });
    connect(&display, &Display::timesChanged, this, timesDue);
}

void RunModel::replace(std::vector<sync::RunRecord> runs, bool more) {
    m_more = false;
    m_pending = false;
    if (!m_runs.empty()) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_runs.clear();
        endRemoveRows();
    }
    m_more = more;
    insert(0, std::move(runs));
}

void RunModel::append(std::vector<sync::RunRecord> runs, bool more) {
    m_pending = false;
    m_more = more;
    insert(rowCount(), std::move(runs));
}

void RunModel::refreshHead(std::vector<sync::RunRecord> runs, bool more) {
    if (m_runs.empty()) {
        replace(std::move(runs), more);
        return;
    }
    const auto known = std::find_if(runs.begin(), runs.end(),
                                    [this](const sync::RunRecord& run) { return run.runId == m_runs.front().runId; });
    if (known == runs.end()) {
        replace(std::move(runs), more);
        return;
    }
    runs.erase(known, runs.end());
    insert(0, std::move(runs));
}

void RunModel::insert(int at, std::vector<sync::RunRecord> runs) {
    if (runs.empty()) {
        return;
    }
    beginInsertRows({}, at, at + static_cast<int>(runs.size()) - 1);
    m_runs.insert(m_runs.begin() + at, std::make_move_iterator(runs.begin()), std::make_move_iterator(runs.end()));
    endInsertRows();
}

int RunModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

bool RunModel::canFetchMore(const QModelIndex& parent) const {
    return !parent.isValid() && m_more && !m_pending;
}

void RunModel::fetchMore(const QModelIndex& parent) {
    if (canFetchMore(parent)) {
        m_pending = true;
        Q_EMIT moreWanted();
    }
}

void RunModel::sort(int column, Qt::SortOrder order) {
    if (column >= 0) {
        Q_EMIT sortWanted(column, order);
    }
}

QVariant RunModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const sync::RunRecord& run = runAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(run, index.column());
    case Qt::ToolTipRole:
        return toolTip(run, index.column());
    case Qt::DecorationRole:
        if (index.column() == Outcome) {
            const Sign sign = signOf(run.outcome);
            return icon(sign.iconName, toneColours(sign.tone, QGuiApplication::palette()).text);
        }
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::UserRole:
        return static_cast<int>(signOf(run.outcome).tone);
    default:
        return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
    case StartedAt:
        return tr("Started");
    case Duration:
        return tr("Duration");
    case Job:
        return tr("Job");
    case Trigger:
        return tr("Trigger");
    case Outcome:
        return tr("Outcome");
    case Pages:
        return tr("Pages");
    case New:
        //: Column: orders that were new
        return tr("New");
    case Changed:
        return tr("Changed");
    case Same:
        return tr("Same");
    case Stale:
        //: Column: orders that were older than what is stored
        return tr("Stale");
    case Retries:
        return tr("Retries");
    case ApiCalls:
        return tr("API calls");
    case LimitWait:
        //: Column: time waited for the rate limit
        return tr("Limit wait");
    case Error:
        return tr("Error");
    case ColumnCount:
        break;
    }
    return {};
}

QString RunModel::text(const sync::RunRecord& run, int column) const {
    switch (static_cast<Column>(column)) {
    case StartedAt:
        return m_display.times() == TimeStyle::Relative ? agoText(run.startedAt, m_display.now())
                                                        : momentText(run.startedAt, m_display.now(), m_display.times());
    case Duration:
        return durationText(run.finishedAt - run.startedAt, true);
    case Job:
        return toQt(run.job);
    case Trigger:
        return triggerWord(run.trigger);
    case Outcome:
        return signOf(run.outcome).word;
    case Pages:
        return numberText(run.pages);
    case New:
        return numberText(run.counts.created);
    case Changed:
        return numberText(run.counts.changed);
    case Same:
        return numberText(run.counts.same);
    case Stale:
        return numberText(run.counts.stale);
    case Retries:
        return numberText(run.counts.retries40001 + run.counts.retries40P01);
    case ApiCalls:
        return numberText(run.apiCalls);
    case LimitWait:
        return durationText(run.limitWait, true);
    case Error:
        return run.error ? run.error->message.translated() : warningText(run);
    case ColumnCount:
        break;
    }
    return {};
}

QString RunModel::toolTip(const sync::RunRecord& run, int column) const {
    switch (static_cast<Column>(column)) {
    case StartedAt:
        return tr("Started %1\nEnded %2").arg(bothTimes(run.startedAt), bothTimes(run.finishedAt));
    case Retries:
        return tr("40001: %1, 40P01: %2").arg(run.counts.retries40001).arg(run.counts.retries40P01);
    case Error:
        return run.error ? errorText(*run.error) : warningText(run);
    case Job:
        return toQt(run.runId);
    case Duration:
    case Trigger:
    case Outcome:
    case Pages:
    case New:
    case Changed:
    case Same:
    case Stale:
    case ApiCalls:
    case LimitWait:
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace latchboard::console
