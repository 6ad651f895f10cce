// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/pg_server.h"

#include "pg/schema.h"

namespace latchboard::pg::test {

std::unique_ptr<Server> Server::start(std::map<std::string, std::string> settings) {
    demo::ClusterOptions options;
    options.settings = {{"max_connections", "80"},
                        {"max_prepared_transactions", "10"},
                        {"deadlock_timeout", "100ms"},
                        {"autovacuum", "off"}};
    for (const auto& [name, value] : settings)
        options.settings[name] = value;
    auto cluster = demo::Cluster::start(options);
    if (!cluster) {
        qWarning("no private PostgreSQL: %s", qPrintable(cluster.error().message.english()));
        return nullptr;
    }
    auto server = std::make_unique<Server>();
    server->m_cluster = std::move(*cluster);
    return server;
}

ConnectionSettings Server::settings(const std::string& database) const {
    ConnectionSettings settings;
    settings.conninfo = m_cluster->conninfo(database);
    settings.password = m_cluster->password();
    settings.applicationName = "latchboard test";
    settings.connectTimeout = std::chrono::seconds(30); // a loaded machine is no fault of the code
    return settings;
}

ConnectionSettings Server::settingsFor(const std::string& role, const std::string& database) const {
    ConnectionSettings settings = this->settings(database);
    settings.conninfo = m_cluster->conninfo(database, role);
    settings.password = base::Secret(role);
    return settings;
}

std::unique_ptr<Session> Server::open(const std::string& database) const {
    auto session = Session::open(settings(database));
    if (!session) {
        qWarning("no session: %s", qPrintable(session.error().message.english()));
        return nullptr;
    }
    return std::move(*session);
}

std::string Server::freshDatabase(bool migrated) {
    const std::string name = "test_" + std::to_string(++m_databases);
    auto session = open();
    if (!session || !session->execSimple("create database " + name).ok())
        return {};
    if (migrated) {
        auto own = open(name);
        if (!own)
            return {};
        if (const auto done = migrate(*own); !done) {
            qWarning("not migrated: %s", qPrintable(done.error().message.english()));
            return {};
        }
    }
    return name;
}

void Server::makeRole(const std::string& role, const std::string& attributes) {
    auto session = open();
    if (session) {
        const auto made = session->execSimple("create role " + role + " " + attributes + " password '" + role + "'");
        if (!made)
            qWarning("no role: %s", qPrintable(made.error().message.english()));
    }
}

std::string one(Session& session, const std::string& sql, const Params& params) {
    const auto answer = session.exec(sql, params);
    if (!answer)
        return "<error " + answer.error().sqlstate + ": " + answer.error().message.englishUtf8() + ">";
    if (answer->rows() == 0)
        return "<none>";
    return answer->isNull(0, 0) ? "<null>" : answer->text(0, 0);
}

} // namespace latchboard::pg::test
