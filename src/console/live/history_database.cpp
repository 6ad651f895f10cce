// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/live/history_database.h"

#include "console/live/history_sql.h"
#include "ops/server_session.h"
#include "pg/connect_error.h"
#include "pg/sqlstate.h"
#include "sync/history_csv.h"

#include <QFileInfo>
#include <QSaveFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

namespace latchboard::console {
namespace {

/// A read of one page must not hang the page.
constexpr int kReadTimeoutMs = 10'000;
/// An export tells how far it is, and looks for a stop, this often.
constexpr qint64 kRowsBetweenReports = 500;

base::Error errorOf(const QSqlError& error, const base::Text& tried) {
    const std::string sqlstate = error.nativeErrorCode().toStdString();
    base::Error result;
    result.kind = sqlstate.empty() ? base::ErrorKind::Connection : pg::kindOfSqlstate(sqlstate);
    result.sqlstate = sqlstate;
    if (result.kind == base::ErrorKind::SchemaMissing) {
        result.message = LB_TEXT("console", "The schema latchboard is not on this server, so there is no history.");
        result.remedy = LB_TEXT("console", "Create it once with: latchctl migrate");
        return result;
    }
    const std::string words = pg::plainWords(error.databaseText().toStdString());
    result.message = LB_TEXT("console", "%1: %2").arg(tried).arg(words);
    result.remedy = pg::remedyOfSqlstate(sqlstate);
    return result;
}

/// Qt hands on the server's words without their SQLSTATE; a session of our own, which has it, is asked why.
base::Error whyNotOpen(const ops::Profile& profile, const pg::ConnectionSettings& settings, const QSqlError& error) {
    if (const auto session = ops::openSession(profile, settings.applicationName); !session) {
        return session.error();
    }
    return pg::connectError(pg::targetOf(settings.conninfo), error.databaseText().toStdString());
}

/// Runs a statement on a connection whose transaction is open.
bool run(QSqlQuery& query, const HistorySql& sql) {
    query.setForwardOnly(true);
    if (!query.prepare(sql.text)) {
        return false;
    }
    for (const QVariant& value : sql.values) {
        query.addBindValue(value);
    }
    return query.exec();
}

} // namespace

HistoryDatabase::HistoryDatabase(ops::Profile profile)
    : m_profile(std::move(profile)),
      m_name(QStringLiteral("history-") + QUuid::createUuid().toString(QUuid::WithoutBraces)) {}

HistoryDatabase::~HistoryDatabase() {
    close();
}

base::Result<void> HistoryDatabase::open() {
    if (m_open) {
        return {};
    }
    const auto settings = ops::connectionSettings(m_profile, "latchboard history");
    if (!settings) {
        return base::Unexpected(settings.error());
    }
    if (const auto sound = pg::checkConninfo(settings->conninfo); !sound) {
        return sound;
    }
    // redacted() gives key='value' pairs whatever form the profile has; the password goes its own way.
    const std::string options = pg::redacted(settings->conninfo) + " application_name='" + settings->applicationName +
                                "' connect_timeout=5 tcp_user_timeout=10000";
    std::optional<base::Error> failed;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QPSQL"), m_name);
        database.setConnectOptions(QString::fromStdString(options));
        if (!settings->password.empty()) {
            database.setPassword(QString::fromStdString(settings->password.reveal()));
        }
        if (!database.isValid()) {
            failed = base::makeError(base::ErrorKind::Internal,
                                     LB_TEXT("console", "Qt's PostgreSQL driver (QPSQL) is not installed."),
                                     LB_TEXT("console", "Install the package libqt6sql6-psql."));
        } else if (!database.open()) {
            failed = whyNotOpen(m_profile, *settings, database.lastError());
        }
    }
    if (failed) {
        QSqlDatabase::removeDatabase(m_name);
        return base::Unexpected(*failed);
    }
    m_open = true;
    return {};
}

void HistoryDatabase::close() {
    if (m_open) {
        m_open = false;
        QSqlDatabase::database(m_name, false).close();
        QSqlDatabase::removeDatabase(m_name);
    }
}

HistoryPageRead HistoryDatabase::read(const HistoryQuery& query) {
    HistoryPageRead page;
    page.ticket = query.ticket;
    if (const auto opened = open(); !opened) {
        page.error = opened.error();
        return page;
    }
    const base::Text tried = LB_TEXT("console", "The history could not be read");
    {
        QSqlDatabase database = QSqlDatabase::database(m_name, false);
        QSqlQuery statement(database);
        if (!statement.exec(QStringLiteral("begin transaction isolation level repeatable read read only")) ||
            !statement.exec(QStringLiteral("set local statement_timeout = %1").arg(kReadTimeoutMs)) ||
            !run(statement, pageSql(query))) {
            page.error = errorOf(statement.lastError(), tried);
        } else {
            while (statement.next()) {
                page.runs.push_back(runOf(statement));
            }
            if (statement.lastError().isValid()) {
                page.error = errorOf(statement.lastError(), tried);
            }
        }
        statement.finish();
        if (!page.error) {
            QSqlQuery(database).exec(QStringLiteral("rollback"));
        }
    }
    if (page.error) {
        // A connection that failed once is not asked again; the next read makes a new one.
        close();
        page.runs.clear();
        return page;
    }
    page.more = static_cast<int>(page.runs.size()) > query.limit;
    if (page.more) {
        page.runs.resize(static_cast<size_t>(query.limit));
    }
    return page;
}

ExportEnd HistoryDatabase::writeCsv(const HistoryQuery& query, const QString& file, std::stop_token stop,
                                    const std::function<void(qint64 rows)>& progress) {
    ExportEnd end;
    end.file = file;
    if (const auto opened = open(); !opened) {
        end.error = opened.error();
        return end;
    }
    // The rename at the end would put a file in the place of a device or a pipe.
    if (const QFileInfo there(file); there.exists() && !there.isFile()) {
        end.error = base::makeError(base::ErrorKind::Usage, LB_TEXT("console", "%1 is not a regular file.").arg(file));
        return end;
    }
    QSaveFile target(file);
    if (!target.open(QIODevice::WriteOnly)) {
        end.error = base::makeError(base::ErrorKind::Usage,
                                    LB_TEXT("console", "%1 can't be written: %2").arg(file).arg(target.errorString()));
        return end;
    }
    bool written = true;
    sync::HistoryCsv csv([&target, &written](std::string_view bytes) {
        written = written &&
                  target.write(bytes.data(), static_cast<qint64>(bytes.size())) == static_cast<qint64>(bytes.size());
    });
    {
        QSqlDatabase database = QSqlDatabase::database(m_name, false);
        QSqlQuery statement(database);
        if (!statement.exec(QStringLiteral("begin transaction isolation level repeatable read read only")) ||
            !statement.exec(QStringLiteral("set local statement_timeout = 0")) || !run(statement, exportSql(query))) {
            end.error = errorOf(statement.lastError(), LB_TEXT("console", "The history could not be read"));
        }
        while (!end.error && written && statement.next()) {
            csv.write(runOf(statement));
            if (++end.rows % kRowsBetweenReports == 0) {
                progress(end.rows);
                if (stop.stop_requested()) {
                    end.cancelled = true;
                    break;
                }
            }
        }
        if (!end.error && !end.cancelled && statement.lastError().isValid()) {
            end.error = errorOf(statement.lastError(), LB_TEXT("console", "The history could not be read"));
        }
    }
    close();
    if (stop.stop_requested()) {
        end.cancelled = true;
    }
    if (end.cancelled || end.error) {
        target.cancelWriting();
        return end;
    }
    if (!written || !target.commit()) {
        end.error = base::makeError(base::ErrorKind::Internal,
                                    LB_TEXT("console", "%1 can't be written: %2").arg(file).arg(target.errorString()));
    }
    return end;
}

} // namespace latchboard::console
