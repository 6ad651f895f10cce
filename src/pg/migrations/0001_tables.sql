-- Runs, one row each, written when the run ends. Nothing here says "running": pg_locks does.
create table latchboard.run (
    run_id            text primary key,
    job               text not null,
    trigger           text not null check (trigger in ('manual', 'schedule', 'cron', 'backfill')),
    outcome           text not null check (outcome in ('SUCCESS', 'FAILED', 'CANCELLED', 'POSTPONED', 'IN_DOUBT')),
    lock_outcome      text not null default '',
    window_from       timestamptz,
    window_until      timestamptz,
    started_at        timestamptz not null,
    finished_at       timestamptz not null,
    pages             bigint not null default 0,
    api_calls         bigint not null default 0,
    fetched           bigint not null default 0,
    created           bigint not null default 0,
    changed           bigint not null default 0,
    same              bigint not null default 0,
    stale             bigint not null default 0,
    gone              bigint not null default 0,
    quarantined       bigint not null default 0,
    retries_40001     bigint not null default 0,
    retries_40p01     bigint not null default 0,
    limit_wait        interval not null default '0',
    lock_wait         interval not null default '0',
    lock_hold         interval not null default '0',
    error_kind        text,
    error_sqlstate    text,
    error_http_status int,
    error_message     text,
    error_remedy      text,
    postponed_until   timestamptz,
    warning           text,
    host              text not null default '',
    pid               int,
    backend_start     timestamptz,
    dry_run           boolean not null default false
);
create index run_by_job on latchboard.run (job, started_at desc, run_id desc);
create index run_by_time on latchboard.run (started_at desc, run_id desc);

-- Closed intervals: the state of each job's window. Not pruned with the history.
create table latchboard.job_window (
    job        text not null,
    from_at    timestamptz not null,
    until_at   timestamptz not null,
    run_id     text not null,
    closed_at  timestamptz not null default clock_timestamp(),
    primary key (job, from_at, until_at),
    check (from_at <= until_at)
);

-- Each try for a lock, also those that found it busy. Another program may record its own by one INSERT:
-- insert into latchboard.lock_attempt (app, job, outcome, classid, objid, objsubid, pid, backend_start, taken_at) ...
create table latchboard.lock_attempt (
    id                 bigint generated always as identity primary key,
    app                text not null default 'latchboard',
    job                text,
    run_id             text,
    outcome            text not null,
    classid            bigint not null,
    objid              bigint not null,
    objsubid           int not null default 1,
    database           text not null default current_database(),
    host               text,
    pid                int,
    backend_start      timestamptz,
    attempted_at       timestamptz not null default clock_timestamp(),
    waited             interval not null default '0',
    taken_at           timestamptz,
    ended_at           timestamptz,
    released_at        timestamptz,
    release_outcome    text,
    holder_pid         int,
    holder_application text,
    holder_user        text,
    holder_client      text,
    holder_since       timestamptz
);
create unique index lock_attempt_by_run on latchboard.lock_attempt (run_id) where run_id is not null;
create index lock_attempt_by_time on latchboard.lock_attempt (attempted_at desc);
create index lock_attempt_open on latchboard.lock_attempt (taken_at desc)
    where taken_at is not null and released_at is null;

-- What tells, after a connection was lost during COMMIT, whether the transaction stands.
create table latchboard.write_token (
    run_id     text not null,
    batch      bigint not null,
    part       bigint not null,
    written_at timestamptz not null default clock_timestamp(),
    primary key (run_id, batch, part)
);

-- The rate limit that all processes share; one row is updated in place at every call.
create table latchboard.bucket (
    key             text primary key,
    spacing         interval not null,
    crash_rest      interval not null,
    hold            interval not null,
    next_allowed_at timestamptz not null default '-infinity',
    wait_kind       text not null default 'spacing' check (wait_kind in ('spacing', 'rest', 'told', 'crash', 'operator')),
    reason          text not null default '',
    told_until      timestamptz,
    operator_until  timestamptz,
    locked_out_at   timestamptz,
    paused_at       timestamptz,
    paused_by       text,
    paused_reason   text,
    lease           bigint,
    lease_by        text,
    lease_until     timestamptz,
    last_started_at timestamptz,
    last_ended_at   timestamptz,
    last_status     int,
    last_items      bigint,
    last_bytes      bigint,
    last_429_at     timestamptz,
    usage           text,
    counted_on      date not null default '-infinity',
    grants_today    bigint not null default 0,
    refusals_today  bigint not null default 0
) with (fillfactor = 50);
create sequence latchboard.bucket_lease;

-- Names of keys that somebody registered in this database.
create table latchboard.lock_name (
    name          text not null,
    scheme        text not null default 'blake2b64-be',
    template      text,
    database      text,
    classid       bigint,
    objid         bigint,
    objsubid      int,
    expected_hold interval,
    long_lived    boolean not null default false,
    registered_at timestamptz not null default clock_timestamp(),
    primary key (name, scheme)
);

-- Items that could not be stored, whole, each once.
create table latchboard.quarantine (
    id          bigint generated always as identity primary key,
    job         text not null,
    run_id      text not null,
    batch       bigint not null,
    external_id text not null default '',
    reason      text not null,
    item        text not null,
    seen_at     timestamptz not null default clock_timestamp()
);
create unique index quarantine_once on latchboard.quarantine (job, external_id, md5(reason), md5(item));

-- What people and programs did by this tool, refused and failed acts too.
create table latchboard.audit (
    id      bigint generated always as identity primary key,
    at      timestamptz not null default clock_timestamp(),
    actor   text not null,
    db_user text not null default session_user,
    act     text not null,
    target  text not null,
    reason  text not null default '',
    outcome text not null,
    detail  text not null default ''
);
create index audit_by_time on latchboard.audit (at desc, id desc);
