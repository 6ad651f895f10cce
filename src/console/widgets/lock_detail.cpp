// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/lock_detail.h"

#include "console/style/icons.h"
#include "console/text/format.h"
#include "console/text/words.h"
#include "locks/explain.h"
#include "locks/lock_json.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFormLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace latchboard::console {
namespace {

QLabel* textLabel(QWidget* parent, const char* name) {
    auto* label = new QLabel(parent);
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QLabel* titleLabel(QWidget* parent, const QString& text) {
    auto* label = new QLabel(text, parent);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

QString bullets(const std::vector<base::Text>& texts) {
    QStringList lines;
    for (const base::Text& text : texts) {
        lines << QStringLiteral("• ") + text.translated();
    }
    return lines.join(QLatin1Char('\n'));
}

QString pidList(const std::vector<int>& pids) {
    QStringList words;
    for (const int pid : pids) {
        words << QString::number(pid);
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

LockDetail::LockDetail(QWidget* parent)
    : QScrollArea(parent), m_body(new QWidget(this)), m_placeholder(new QLabel(m_body)), m_headIcon(new QLabel(m_body)),
      m_headWord(titleLabel(m_body, {})), m_sentence(textLabel(m_body, "sentenceLabel")),
      m_whyTitle(titleLabel(m_body, tr("Why we say so"))), m_why(textLabel(m_body, "evidenceLabel")),
      m_doTitle(titleLabel(m_body, tr("What you can do"))), m_do(textLabel(m_body, "remediesLabel")),
      m_details(new QFormLayout), m_copyText(new QPushButton(tr("Copy as text"), m_body)),
      m_copyJson(new QPushButton(tr("Copy as JSON"), m_body)) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Details of the selected lock"));
    m_body->setBackgroundRole(QPalette::Base);
    m_body->setAutoFillBackground(true);
    m_copyText->setObjectName(QStringLiteral("copyTextPushButton"));
    m_copyJson->setObjectName(QStringLiteral("copyJsonPushButton"));
    m_placeholder->setText(tr("Select a lock to see what it means, why we say so, and what you can do."));
    m_placeholder->setWordWrap(true);
    m_placeholder->setForegroundRole(QPalette::PlaceholderText);

    auto* head = new QHBoxLayout;
    m_headWord->setWordWrap(true);
    head->addWidget(m_headIcon, 0, Qt::AlignTop);
    head->addWidget(m_headWord, 1);
    auto* copies = new QHBoxLayout;
    copies->addWidget(m_copyText);
    copies->addWidget(m_copyJson);
    copies->addStretch(1);

    m_details->setHorizontalSpacing(12);
    m_details->setVerticalSpacing(4);
    m_details->setRowWrapPolicy(QFormLayout::DontWrapRows);
    auto* layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(6);
    layout->addWidget(m_placeholder);
    layout->addLayout(head);
    layout->addWidget(m_sentence);
    layout->addSpacing(8);
    layout->addWidget(m_whyTitle);
    layout->addWidget(m_why);
    layout->addSpacing(8);
    layout->addWidget(m_doTitle);
    layout->addWidget(m_do);
    layout->addSpacing(8);
    layout->addWidget(titleLabel(m_body, tr("Details")));
    layout->addLayout(m_details);
    layout->addSpacing(8);
    layout->addLayout(copies);
    layout->addStretch(1);
    setWidget(m_body);

    connect(m_copyText, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(plainText()); });
    connect(m_copyJson, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(json()); });
    clear();
}

void LockDetail::setLock(const locks::LockView& lock, base::Instant serverNow) {
    m_lock = lock;
    m_serverNow = serverNow;
    for (QWidget* child : m_body->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        child->setVisible(child != m_placeholder);
    }
    m_sentence->setText(breakable(locks::sentence(lock, serverNow).translated()));
    m_why->setText(breakable(bullets(lock.evidence)));
    m_whyTitle->setVisible(!lock.evidence.empty());
    m_why->setVisible(!lock.evidence.empty());
    const std::vector<base::Text> remedies = locks::remedies(lock);
    m_do->setText(breakable(bullets(remedies)));
    m_doTitle->setVisible(!remedies.empty());
    m_do->setVisible(!remedies.empty());
    paintHead();
    fillDetails(serverNow);
}

void LockDetail::clear() {
    m_lock.reset();
    for (QWidget* child : m_body->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        child->setVisible(child == m_placeholder);
    }
}

void LockDetail::fillDetails(base::Instant serverNow) {
    const locks::LockView& lock = *m_lock;
    std::vector<std::pair<QString, QString>> rows;
    const auto add = [&rows](const QString& what, const QString& value) {
        if (!value.isEmpty()) {
            rows.emplace_back(what, value);
        }
    };
    QStringList names;
    for (const keys::NameMatch& match : lock.names) {
        names << QStringLiteral("%1 (%2, %3)")
                     .arg(toQt(match.known.name), toQt(match.known.scheme),
                          QString::fromLatin1(keys::nameSourceName(match.known.source)));
    }
    add(tr("Names"), names.join(QLatin1Char('\n')));
    add(tr("Key"), toQt(keys::keyText(lock.lock.tag)));
    add(tr("Hexadecimal"), toQt(keys::keyHex(lock.lock.tag)));
    add(tr("classid, objid"), QStringLiteral("%1, %2 (objsubid %3)")
                                  .arg(lock.lock.tag.classid)
                                  .arg(lock.lock.tag.objid)
                                  .arg(lock.lock.tag.objsubid));
    add(tr("Database"), toQt(lock.lock.database));
    add(tr("Mode"), toQt(lock.lock.mode));
    add(tr("Level"), levelWord(lock.level));
    if (lock.heldSinceAtLatest) {
        add(tr("Held since"), tr("%1 at the latest").arg(bothTimes(*lock.heldSinceAtLatest)));
    }
    if (lock.heldSinceAtEarliest) {
        add(tr("Held for at most"), durationText(serverNow - *lock.heldSinceAtEarliest));
    }
    if (lock.waitingSince) {
        add(tr("Waiting since"), bothTimes(*lock.waitingSince));
    }
    add(tr("Blocked by"), pidList(lock.blockedBy));
    add(tr("Blocks"), pidList(lock.blocks));
    add(tr("Holder"), holderText(lock));
    if (lock.holder) {
        const locks::SessionRow& holder = *lock.holder;
        if (holder.id.backendStart) {
            add(tr("Backend start"), bothTimes(*holder.id.backendStart));
        }
        add(tr("Client"), clientText(lock));
        add(tr("State"), sessionStateWord(holder.state));
        if (holder.stateChange) {
            add(tr("State since"), bothTimes(*holder.stateChange));
        }
        if (holder.transactionStart) {
            add(tr("Transaction since"), bothTimes(*holder.transactionStart));
        }
        add(tr("Wait event"), toQt(holder.waitEventType.empty() ? "" : holder.waitEventType + ": " + holder.waitEvent));
        add(tr("Last statement"), toQt(holder.query));
    }
    if (lock.pooler) {
        add(tr("Pooler"), QStringLiteral("%1, %2, %3, %4")
                              .arg(toQt(lock.pooler->name), toQt(lock.pooler->poolMode), toQt(lock.pooler->serverState),
                                   lock.pooler->linked ? tr("a client uses it") : tr("no client uses it")));
    }

    while (m_rows.size() < rows.size()) {
        auto* what = new QLabel(m_body);
        what->setForegroundRole(QPalette::PlaceholderText);
        what->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        auto* value = textLabel(m_body, "detailLabel");
        m_details->addRow(what, value);
        m_rows.emplace_back(what, value);
    }
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const bool used = i < rows.size();
        m_rows[i].first->setVisible(used);
        m_rows[i].second->setVisible(used);
        if (used) {
            m_rows[i].first->setText(rows[i].first);
            m_rows[i].second->setText(breakable(rows[i].second));
        }
    }
}

void LockDetail::paintHead() {
    if (!m_lock) {
        return;
    }
    const Sign sign = signOf(m_lock->verdict);
    const ToneColours colours = toneColours(sign.tone, QApplication::palette());
    m_headIcon->setPixmap(icon(sign.iconName, colours.text).pixmap(20, 20));
    m_headWord->setText(breakable(QStringLiteral("%1 · %2").arg(sign.word, toQt(m_lock->title()))));
    QPalette ink = QApplication::palette();
    ink.setColor(QPalette::WindowText, colours.text);
    m_headWord->setPalette(ink);
}

QString LockDetail::plainText() const {
    if (!m_lock) {
        return {};
    }
    QStringList lines{m_headWord->text(), m_sentence->text()};
    for (const auto& [title, text] : {std::pair{m_whyTitle, m_why}, std::pair{m_doTitle, m_do}}) {
        if (!text->text().isEmpty()) {
            lines << QString() << title->text() << text->text();
        }
    }
    lines << QString();
    for (const auto& [what, value] : m_rows) {
        if (!value->isHidden()) {
            lines << QStringLiteral("%1: %2").arg(what->text(), value->text());
        }
    }
    return unbroken(lines.join(QLatin1Char('\n')));
}

QString LockDetail::json() const {
    if (!m_lock) {
        return {};
    }
    locks::Analysis alone;
    alone.takenAt = m_serverNow;
    alone.locks = {*m_lock};
    const QJsonObject entry =
        locks::toJson(alone, locks::LockTypes::All)[QStringLiteral("locks")].toArray()[0].toObject();
    return QString::fromUtf8(QJsonDocument(entry).toJson());
}

void LockDetail::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        paintHead();
    }
}

} // namespace latchboard::console
