// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/pages/locks_page.h"

#include "console/widgets/lock_detail.h"
#include "console/widgets/page_header.h"
#include "console/widgets/pill_delegate.h"
#include "console/widgets/table_setup.h"
#include "console/widgets/wait_tree.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace latchboard::console {
namespace {

QToolButton* switchButton(const QString& text, const char* name, QButtonGroup* group) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setCheckable(true);
    button->setObjectName(QString::fromLatin1(name));
    button->setFocusPolicy(Qt::StrongFocus);
    group->addButton(button);
    return button;
}

} // namespace

LocksPage::LocksPage(Backend& backend, Display& display, QWidget* parent)
    : Page(backend, display, parent), m_model(new LockModel(display, this)), m_header(new PageHeader(tr("Locks"))),
      m_filter(new QLineEdit), m_table(new QTableView), m_tree(new WaitTree), m_views(new QStackedWidget),
      m_unsorted(new QLabel), m_limits(new QLabel), m_detail(new LockDetail) {
    auto* group = new QButtonGroup(this);
    m_asTable = switchButton(tr("Table"), "tableToolButton", group);
    m_asTree = switchButton(tr("Waits"), "waitsToolButton", group);
    m_asTable->setChecked(true);
    m_state = new PageState(makeContent());

    m_filter->setObjectName(QStringLiteral("filterLineEdit"));
    m_filter->setPlaceholderText(tr("Filter: name, key, holder, client, verdict"));
    m_filter->setAccessibleName(tr("Filter the locks"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(300);
    m_header->addWidget(m_filter);
    m_header->addWidget(m_asTable);
    m_header->addWidget(m_asTree);

    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_header);
    layout->addWidget(m_state, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setFilterText(text);
        keepSelection();
        showState();
    });
    connect(m_asTable, &QToolButton::clicked, this, [this] { m_views->setCurrentWidget(m_table); });
    connect(m_asTree, &QToolButton::clicked, this, [this] { m_views->setCurrentWidget(m_tree); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        holdOrder();
        showSelected();
    });
    connect(m_tree, &WaitTree::pidSelected, this, [this](int pid) {
        for (int row = 0; pid != 0 && row < m_model->rowCount(); ++row) {
            if (m_model->rowAt(row).lock.pid == pid) {
                m_table->selectRow(row);
                return;
            }
        }
    });
    connect(m_state, &PageState::actionTriggered, this, [this] {
        if (!m_filter->text().isEmpty() && m_model->rowCount() == 0 && m_model->totalRows() > 0) {
            m_filter->clear();
        } else {
            m_backend.lookNow();
        }
    });
    connect(&backend, &Backend::setupChanged, this, &LocksPage::takeUpdate);
    connect(&backend, &Backend::monitorChanged, this, &LocksPage::takeUpdate);
    connect(&display, &Display::ticked, this, [this] {
        if (m_backend.monitor().state != ops::MonitorUpdate::State::Live) {
            showState();
        }
    });
    takeUpdate();
}

QWidget* LocksPage::makeContent() {
    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    setUpTable(m_table, m_model, "locksTableView", tr("Advisory locks"));
    m_table->setItemDelegateForColumn(LockModel::Verdict, new PillDelegate(m_table));
    m_table->sortByColumn(LockModel::Verdict, Qt::AscendingOrder);
    m_table->viewport()->installEventFilter(this);
    const int widths[] = {136, 142, 108, 112, 124, 88, 74, 66};
    for (int column = 0; column < LockModel::ColumnCount; ++column) {
        m_table->setColumnWidth(column, widths[column]);
    }
    m_table->horizontalHeader()->setSectionResizeMode(LockModel::Holder, QHeaderView::Stretch);
    m_tree->setObjectName(QStringLiteral("waitsTreeWidget"));
    m_views->addWidget(m_table);
    m_views->addWidget(m_tree);
    m_unsorted->setObjectName(QStringLiteral("unsortedLabel"));
    m_unsorted->hide();
    m_limits->setObjectName(QStringLiteral("limitsLabel"));
    m_limits->setWordWrap(true);
    m_limits->setForegroundRole(QPalette::PlaceholderText);
    m_limits->hide();
    leftLayout->addWidget(m_views, 1);
    leftLayout->addWidget(m_unsorted);
    leftLayout->addWidget(m_limits);

    m_detail->setObjectName(QStringLiteral("lockDetailScrollArea"));
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setSizes({820, 310});
    m_detail->setMinimumWidth(280);
    return splitter;
}

bool LocksPage::showsLiveData() const {
    return m_state->showsContent() && !m_state->showsStale();
}

void LocksPage::selectKey(const keys::LockTag& tag) {
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->rowAt(row).id.tag == tag && m_model->rowAt(row).id.granted) {
            m_table->selectRow(row);
            m_table->scrollTo(m_model->index(row, 0));
            return;
        }
    }
}

bool LocksPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table->viewport() && (event->type() == QEvent::Enter || event->type() == QEvent::Leave)) {
        m_hovered = event->type() == QEvent::Enter;
        holdOrder();
    }
    return Page::eventFilter(watched, event);
}

void LocksPage::takeUpdate() {
    const ops::MonitorUpdate& monitor = m_backend.monitor();
    m_model->setStale(monitor.state != ops::MonitorUpdate::State::Live);
    if (monitor.analysis && monitor.analysis != m_shown) {
        m_shown = monitor.analysis;
        m_model->setAnalysis(*m_shown);
        m_tree->setAnalysis(*m_shown);
        keepSelection();
        QStringList limits;
        for (const base::Text& limit : m_shown->limits) {
            limits << limit.translated();
        }
        m_limits->setText(limits.join(QLatin1Char('\n')));
        m_limits->setVisible(!limits.isEmpty());
    }
    showState();
}

void LocksPage::showState() {
    showCount();
    if (const auto notice = connectionNotice()) {
        m_state->showNotice(*notice);
    } else if (m_backend.monitor().state != ops::MonitorUpdate::State::Live) {
        m_state->showStale(staleText(), tr("Now"));
    } else if (m_model->totalRows() == 0) {
        m_state->showNotice({QStringLiteral("empty"),
                             tr("No advisory locks are held."),
                             tr("That is what an idle system looks like."),
                             {}});
    } else if (m_model->rowCount() == 0) {
        m_state->showNotice({QStringLiteral("empty"), tr("No lock fits the filter."), {}, tr("Clear the filter")});
    } else {
        m_state->showContent();
    }
}

void LocksPage::showCount() {
    QStringList parts;
    if (m_shown) {
        parts << (m_model->rowCount() == m_model->totalRows()
                      ? tr("%n lock(s)", nullptr, m_model->totalRows())
                      : tr("%1 of %n lock(s)", nullptr, m_model->totalRows()).arg(m_model->rowCount()));
    }
    m_header->setCount(parts.join(QStringLiteral(", ")));
    m_unsorted->setText(tr("%n new, sorted in when no row is selected", nullptr, m_model->unsortedRows()));
    m_unsorted->setVisible(m_model->unsortedRows() > 0);
}

void LocksPage::showSelected() {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        m_detail->clear();
    } else {
        m_detail->setLock(m_model->rowAt(rows.first().row()), m_model->serverNow());
    }
}

void LocksPage::keepSelection() {
    showSelected();
    holdOrder();
}

void LocksPage::holdOrder() {
    m_model->setOrderHeld(m_hovered || m_table->selectionModel()->hasSelection());
    showCount();
}

} // namespace latchboard::console
