// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_database.h"

#include "demo/machine.h"
#include "demo/sql.h"
#include "pg/parameters.h"
#include "pg/schema.h"

namespace latchboard::demo {

namespace {

/// Roles as a careful team has them: two that carry the rights, two that log in.
constexpr const char* kRoles = R"(
do $$
declare
    wanted text;
begin
    foreach wanted in array array['app', 'sync', 'monitor', 'latchboard'] loop
        if not exists (select from pg_roles where rolname = wanted) then
            execute format('create role %I', wanted);
        end if;
    end loop;
end $$;
alter role app login;
alter role latchboard login;
grant pg_monitor, pg_signal_backend to monitor;
grant sync, monitor to latchboard;
grant create on database orders to latchboard;
)";

constexpr const char* kTables = R"(
create table if not exists public.orders (
    id                bigint generated always as identity primary key,
    source            text not null,
    external_id       text not null,
    customer          text,
    amount            numeric(18,4),
    currency          text,
    status            text,
    items             int,
    placed_at         timestamptz,
    source_updated_at timestamptz,
    deleted_at        timestamptz
);
create unique index if not exists orders_live on public.orders (source, external_id) where deleted_at is null;
create index if not exists orders_deleted on public.orders (source, external_id) where deleted_at is not null;
grant select, insert, update on public.orders to sync;
create table if not exists public.cart (
    id         int primary key,
    items      int not null default 0,
    touched_at timestamptz not null default now()
);
insert into public.cart (id) select generate_series(1, 50) on conflict do nothing;
grant select on public.orders to app;
grant select, insert, update, delete on public.cart to app;
)";

std::string passwordOf(const char* role, const base::Secret& password) {
    return std::string("alter role ") + role + " password " + pg::quotedLiteral(password.reveal()) + ";\n";
}

} // namespace

base::Result<DemoRoles> prepareDatabase(const Cluster& cluster, std::stop_token stop) {
    DemoRoles roles{randomPassword(), randomPassword()};
    if (auto made = cluster.createDatabase(kDatabase); !made)
        return base::Unexpected(made.error());
    const std::string statements =
        kRoles + passwordOf("app", roles.app) + passwordOf("latchboard", roles.latchboard) + kTables;
    if (auto made = cluster.execute(kDatabase, statements); !made)
        return base::Unexpected(made.error());

    pg::ConnectionSettings settings;
    settings.conninfo = cluster.conninfo(kDatabase, "latchboard");
    settings.password = roles.latchboard;
    settings.applicationName = "latchboard migrate";
    settings.connectTimeout = std::chrono::seconds(20);
    const auto session = pg::Session::open(settings, {stop, {}});
    if (!session)
        return base::Unexpected(session.error());
    if (const auto migrated = pg::migrate(**session, {stop, {}}); !migrated)
        return base::Unexpected(migrated.error());
    return roles;
}

} // namespace latchboard::demo
