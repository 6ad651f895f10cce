// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "demo/cluster.h"

namespace latchboard::pg::test {

/// A hot standby of a private cluster, made by pg_basebackup, on a port of 127.0.0.1; it follows the primary by
/// streaming and ends with this object.
class Standby {
public:
    static base::Result<std::unique_ptr<Standby>> start(const demo::Cluster& primary);

    [[nodiscard]] std::string conninfo(const std::string& database) const;

private:
    std::shared_ptr<demo::InstanceFolder> m_folder;
    std::unique_ptr<demo::ChildProcess> m_server;
    int m_port = 0;
};

} // namespace latchboard::pg::test
