// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "demo/cluster.h"
#include "pg/session.h"

#include <QTest>

#include <memory>
#include <string>

namespace latchboard::pg::test {

/// A private PostgreSQL for one test program, with a database of its own for each test function that asks for one.
class Server {
public:
    static std::unique_ptr<Server> start(std::map<std::string, std::string> settings = {});

    [[nodiscard]] demo::Cluster& cluster() { return *m_cluster; }
    /// Settings for the superuser in this database.
    [[nodiscard]] ConnectionSettings settings(const std::string& database = "postgres") const;
    /// For another role, whose password is its name.
    [[nodiscard]] ConnectionSettings settingsFor(const std::string& role, const std::string& database) const;
    /// A new session; fails the test and gives none where that can't be.
    [[nodiscard]] std::unique_ptr<Session> open(const std::string& database = "postgres") const;
    /// Makes an empty database, with the schema latchboard where asked, and gives its name.
    [[nodiscard]] std::string freshDatabase(bool migrated);
    void makeRole(const std::string& role, const std::string& attributes = "login");

private:
    std::unique_ptr<demo::Cluster> m_cluster;
    int m_databases = 0;
};

/// The one value of a statement, as text; "<error ...>" where it failed.
std::string one(Session& session, const std::string& sql, const Params& params = {});

} // namespace latchboard::pg::test

/// Fails the test with the error's words.
#define LB_VERIFY_OK(result)                                                                                           \
    do {                                                                                                               \
        const auto& lbResult = (result);                                                                               \
        QVERIFY2(lbResult.ok(), lbResult.ok() ? "" : qPrintable(lbResult.error().message.english()));                  \
    } while (false)
