// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a cluster and a pooler in the folder given, says where they are, and waits to be killed.
#include "demo/pgbouncer.h"

#include <unistd.h>

#include <cstdio>

int main(int argc, char** argv) {
    using namespace latchboard::demo;
    auto folder = InstanceFolder::open(argc > 1 ? argv[1] : "");
    if (!folder)
        return std::fprintf(stderr, "%s\n", folder.error().message.englishUtf8().c_str()), 1;
    auto cluster = Cluster::start({.folder = *folder});
    if (!cluster)
        return std::fprintf(stderr, "%s\n", cluster.error().message.englishUtf8().c_str()), 1;
    auto pooler = PgBouncer::start(**cluster, {.users = {{"postgres", (*cluster)->password()}}});
    if (!pooler)
        return std::fprintf(stderr, "%s\n", pooler.error().message.englishUtf8().c_str()), 1;
    std::printf("%d %d %d %d\n", (*cluster)->pid(), (*pooler)->pid(), (*cluster)->port(), (*pooler)->port());
    std::fflush(stdout);
    for (;;)
        ::pause();
}
