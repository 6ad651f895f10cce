-- How long the job of a hold may keep its lock, so that whoever looks knows it without the job's configuration.
alter table latchboard.lock_attempt
    add column expected_hold interval check (expected_hold > interval '0');
