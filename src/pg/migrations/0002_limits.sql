-- Kinds of a bucket: spacing (one call, then a pause), bucket (a burst that fills up again) and window (so many calls
-- in each period of the vendor's clock).
alter table latchboard.bucket
    add column kind         text not null default 'spacing' check (kind in ('spacing', 'bucket', 'window')),
    add column measured     text not null default 'finish' check (measured in ('finish', 'start')),
    add column burst        bigint not null default 1 check (burst > 0),
    add column arrival_at   timestamptz not null default '-infinity',
    add column window_count bigint not null default 0,
    add column window_per   interval not null default '1 day',
    add column window_zone  text not null default 'UTC',
    add column window_used  bigint not null default 0,
    add column window_until timestamptz,
    add column usage_at     timestamptz,
    add column remaining    bigint;

-- The end of the period that the moment is in: periods begin at the zone's midnight. A wall time that comes twice ends
-- it the second time, one that is skipped ends it at the jump; so a period is never cut short by a change of the clocks.
-- An offset such as +09:00 is turned round, since AT TIME ZONE counts it westward as POSIX does.
create function latchboard.window_end(moment timestamptz, per interval, zone text) returns timestamptz
    language sql stable as $$
    select (day + per * (floor(extract(epoch from wall - day) / extract(epoch from per)) + 1)::double precision)
           at time zone name
    from (select name, moment at time zone name as wall, date_trunc('day', moment at time zone name) as day
          from (select case when zone = 'Z' then 'UTC'
                            when zone ~ '^[+-]' then translate(left(zone, 1), '+-', '-+') || substr(zone, 2)
                            else zone end as name) as turned) as here
$$;

-- When the bucket gives the next grant, but for a pause and a lockout. arrival_at is the theoretical arrival time of the
-- generic cell rate algorithm; burst - 1 calls may come before it.
create function latchboard.bucket_free_at(b latchboard.bucket) returns timestamptz
    language sql stable as $$
    select greatest(b.next_allowed_at, b.operator_until, b.lease_until,
                    case when b.kind = 'bucket' then b.arrival_at - (b.burst - 1) * b.spacing end,
                    case when b.kind = 'window' and b.window_used >= b.window_count then b.window_until end)
$$;

-- Takes all buckets of a request or none. Rows are locked in the order of their keys, so that no two callers wait for
-- each other; the clock is read when all are locked. The pessimistic next time of a crash is written here: whoever
-- never finishes costs the longest rest. `wanted`: one object for each key. Gives one row for each key.
create function latchboard.bucket_acquire(wanted jsonb, who text)
    returns table (granted boolean, moment timestamptz, bucket latchboard.bucket)
    language plpgsql as $$
declare
    rule record;
    keys text[] := '{}';
    today date;
begin
    for rule in
        select * from jsonb_to_recordset(wanted)
            as r(key text, kind text, measured text, spacing interval, crash_rest interval, hold interval,
                 burst bigint, count bigint, per interval, zone text)
        order by r.key collate "C"
    loop
        insert into latchboard.bucket
            (key, kind, measured, spacing, crash_rest, hold, burst, window_count, window_per, window_zone)
        values (rule.key, rule.kind, rule.measured, rule.spacing, rule.crash_rest, rule.hold, rule.burst, rule.count,
                rule.per, rule.zone)
        on conflict (key) do update set
            kind = excluded.kind, measured = excluded.measured, spacing = excluded.spacing,
            crash_rest = excluded.crash_rest, hold = excluded.hold, burst = excluded.burst,
            window_count = excluded.window_count, window_per = excluded.window_per,
            window_zone = excluded.window_zone;
        keys := keys || rule.key;
    end loop;
    moment := clock_timestamp();
    today := (moment at time zone 'UTC')::date;
    -- A period that is over begins anew. One that a new setting makes shorter ends sooner, with what it has used.
    update latchboard.bucket t set
        window_used = case when t.window_until > moment then t.window_used else 0 end,
        window_until = least(case when t.window_until > moment then t.window_until end,
                             latchboard.window_end(moment, t.window_per, t.window_zone))
    where t.key = any (keys) and t.kind = 'window';
    granted := not exists (
        select 1 from latchboard.bucket t
        where t.key = any (keys)
          and (t.paused_at is not null or t.locked_out_at is not null or latchboard.bucket_free_at(t) > moment));
    if granted then
        update latchboard.bucket t set
            lease = nextval('latchboard.bucket_lease'), lease_by = who, lease_until = moment + t.hold,
            last_started_at = moment,
            next_allowed_at = moment + greatest(case when t.kind = 'spacing' then t.spacing end, t.crash_rest),
            arrival_at = case when t.kind = 'bucket' then greatest(t.arrival_at, moment) + t.spacing
                              else t.arrival_at end,
            window_used = case when t.kind = 'window' then t.window_used + 1 else t.window_used end,
            wait_kind = 'crash', reason = '', told_until = null, operator_until = null,
            grants_today = case when t.counted_on = today then t.grants_today else 0 end + 1,
            refusals_today = case when t.counted_on = today then t.refusals_today else 0 end,
            counted_on = today
        where t.key = any (keys);
    else
        -- Counted where it is refused, not at the buckets that would have granted it.
        update latchboard.bucket t set
            grants_today = case when t.counted_on = today then t.grants_today else 0 end,
            refusals_today = case when t.counted_on = today then t.refusals_today else 0 end + 1,
            counted_on = today
        where t.key = any (keys)
          and (t.paused_at is not null or t.locked_out_at is not null or latchboard.bucket_free_at(t) > moment);
    end if;
    return query
        select bucket_acquire.granted, bucket_acquire.moment, t
        from latchboard.bucket t where t.key = any (keys) order by t.key collate "C";
end
$$;

-- Puts what the answer said into all buckets of a request. Where the lease is somebody else's by now, nothing of theirs
-- is touched and the wait only grows. Gives how many leases were still ours. `said`: one object for each key.
create function latchboard.bucket_finish(said jsonb) returns bigint
    language plpgsql as $$
declare
    moment timestamptz;
    kept bigint;
begin
    perform 1 from latchboard.bucket t
    where t.key in (select r.key from jsonb_to_recordset(said) as r(key text))
    order by t.key collate "C" for update;
    moment := clock_timestamp();
    select count(*) into kept
    from latchboard.bucket t join jsonb_to_recordset(said) as r(key text, lease bigint) on r.key = t.key
    where t.lease = r.lease;
    update latchboard.bucket t set
        lease = case when s.mine then null else t.lease end,
        lease_by = case when s.mine then null else t.lease_by end,
        lease_until = case when s.mine then null else t.lease_until end,
        last_ended_at = case when s.mine then moment else t.last_ended_at end,
        last_status = case when s.mine then s.status else t.last_status end,
        last_items = case when s.mine then s.items else t.last_items end,
        last_bytes = case when s.mine then s.bytes else t.last_bytes end,
        last_429_at = case when s.status = 429 then moment else t.last_429_at end,
        -- A told time that is there came from a holder before us, whose answer was late.
        next_allowed_at = greatest(case when not s.mine then t.next_allowed_at end, t.told_until, s.paced,
                                   moment + s.rest, s.told),
        told_until = greatest(t.told_until, s.told),
        wait_kind = case when not s.mine then t.wait_kind
                         when s.told >= greatest(s.paced, moment + s.rest) then 'told'
                         when moment + s.rest > s.paced then 'rest' else 'spacing' end,
        reason = case when s.mine then s.reason else t.reason end,
        locked_out_at = case when s.lockout then coalesce(t.locked_out_at, moment) else t.locked_out_at end,
        -- The request arrived at the latest when its answer came; and the server may have more in its books than we.
        arrival_at = case when t.kind = 'bucket'
                          then greatest(t.arrival_at,
                                        case when t.measured = 'finish' then moment + t.spacing end,
                                        moment + greatest(t.burst - s.available, 0) * t.spacing)
                          else t.arrival_at end,
        -- An answer that came after the reset may be counted in either period, so it is counted in both; what it says
        -- is left is then of the one that is over.
        window_used = case when t.kind <> 'window' then t.window_used
                           when t.window_until > moment
                           then greatest(t.window_used, t.window_count - s.available)
                           when t.measured = 'finish' then 1 else t.window_used end,
        window_until = case when t.kind = 'window' and t.window_until <= moment and t.measured = 'finish'
                            then latchboard.window_end(moment, t.window_per, t.window_zone)
                            else t.window_until end,
        usage = coalesce(s.usage, t.usage),
        remaining = coalesce(s.remaining, t.remaining),
        usage_at = case when s.usage is not null or s.remaining is not null then moment else t.usage_at end
    from (select r.key, r.status, r.items, r.bytes, r.rest, r.lockout, r.reason, r.available, r.usage, r.remaining,
                 coalesce(b.lease = r.lease, false) as mine,
                 case when r.told > interval '0' then moment + r.told end as told,
                 case when b.kind <> 'spacing' then moment
                      when b.measured = 'start' and b.lease = r.lease then b.last_started_at + b.spacing
                      else moment + b.spacing end as paced
          from jsonb_to_recordset(said)
                   as r(key text, lease bigint, status int, items bigint, bytes bigint, rest interval, told interval,
                        lockout boolean, reason text, available bigint, usage text, remaining bigint)
               join latchboard.bucket b on b.key = r.key) as s
    where t.key = s.key;
    return kept;
end
$$;
