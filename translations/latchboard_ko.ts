<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
<context>
    <name>AttentionList</name>
    <message>
        <source>Show the lock</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BackfillPanel</name>
    <message>
        <source>Orders updated from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start backfill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window must end after it begins.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BottomStrip</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run is under way here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 running: %2</source>
        <extracomment>%1 is a job, %2 says how far its run is</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n leak(s) proven</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 s</source>
        <extracomment>A duration in seconds with one decimal</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ago</source>
        <extracomment>%1 is a duration</extracomment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HistoryFilterBar</name>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text in error, run or host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All triggers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting: %1 runs written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) loaded, more as you scroll</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run is in the history yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first run of a job writes the first row when it ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run fits the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the history...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export cancelled; no file was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs written to %2</source>
        <extracomment>%1 is a number of runs, %2 a file</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running the window of this run again: the strip below shows how far it is.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HourStrip</name>
    <message>
        <source>Outcomes of the last seven days, by the hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ddd d</source>
        <extracomment>Label of a day in the strip of hours, Qt&apos;s date format: short day of the week and day of the month</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 succeeded, %2 failed, %3 missed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>JobCard</name>
    <message>
        <source>%1 orders, %2 new, %3 changed, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backfill...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it when the lock is free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run is queued: it starts as soon as the lock is free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Don&apos;t run it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No success in the last seven days.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last success %1 (%2), %3.</source>
        <extracomment>%1 is a time, %2 an age such as &quot;24 min ago&quot;, %3 counts of orders</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run of this job is in the history yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last run ended %2: %1. %3</source>
        <extracomment>%1 is an outcome such as &quot;Failed&quot;, %2 an age, %3 an error message or nothing</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading its history...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n period(s) missed in the last seven days.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Its lock is held by %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held since %1 at the latest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its lock is free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filled: succeeded. Cross: failed. Dash: missed. Triangle: running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click an hour to see its runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy: held by %1 since at least %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy: held by %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is longer than this lock should be held. Look at the lock before you try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another process is at work on this job, which is normal. Nothing was done here; try again when it is through.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Cancelled after %n page(s). What was written stays; the window stays open and the next run reads it again.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Postponed until %1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Postponed. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not due: this period already has a success.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LimitModel</name>
    <message>
        <source>Bucket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next call in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Granted today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refused today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when resumed</source>
        <extracomment>Countdown to the next call of a paused bucket</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>when cleared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowed at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spacing %1 from the end of an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lease until %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 429 at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spacing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Told to wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locked out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holder lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused by an operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LimitsPage</name>
    <message>
        <source>Rate limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate-limit buckets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason, kept in the audit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n bucket(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No call has been made yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A bucket appears with the first call to an order API.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the rate limits...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a bucket to pause or resume its calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls of this bucket are paused for all processes until somebody resumes them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pause stops new calls of all processes at once; the call under way ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under way...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resumed %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LockDetail</name>
    <message>
        <source>Why we say so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you can do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the selected lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a lock to see what it means, why we say so, and what you can do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hexadecimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>classid, objid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at the latest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held for at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocked by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backend start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transaction since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait event</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pooler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a client uses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no client uses it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LockModel</name>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held for at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>could be %1</source>
        <extracomment>%1 is a name of which only a hash of 32 bits agrees</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (+%1)</source>
        <extracomment>After a name: %1 more names fit the same key</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits %1</source>
        <extracomment>In the column of ages, for a lock that is not granted; %1 is a duration or a time</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proven at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pg_locks does not tell the level; nothing has proven it so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting since %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held since %1 at the latest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not before %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LocksPage</name>
    <message>
        <source>Locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: name, key, holder, client, verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advisory locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No advisory locks are held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is what an idle system looks like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No lock fits the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n lock(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new, sorted in when no row is selected</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is under way</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) under way here will be stopped cleanly: what was written stays, and the next run reads the same window again.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping the run...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 - Latchboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latchboard</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No job is configured for this server. The lock pages work without one; a job is a [job.NAME] section in latchboard.toml.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connected to %1 as %2, PostgreSQL %3.%4. A scan of the locks takes %5 ms, a look at the sessions %6 ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Trying again in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trying again now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no server to look at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first answer...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer from the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stale since %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message numerus="yes">
        <source>%1, %n want attention</source>
        <extracomment>For a screen reader: a page&apos;s name and how many things on it want attention</extracomment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunChart</name>
    <message>
        <source>Duration and rows of the latest runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows written</source>
        <extracomment>Legend of a chart: rows that a run inserted, changed or marked as gone</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration (s)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunDetail</name>
    <message>
        <source>Run this window again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the selected run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a run to see its window, its counts and its error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Postponed until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quarantined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retries 40001</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retries 40P01</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited for the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTTP status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunModel</name>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <extracomment>Column: orders that were new</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stale</source>
        <extracomment>Column: orders that were older than what is stored</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>API calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit wait</source>
        <extracomment>Column: time waited for the rate limit</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started %1
Ended %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>40001: %1, 40P01: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TopLine</name>
    <message>
        <source>Sync now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language and times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative (14 min)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UTC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latchboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no server yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2.%3, %4</source>
        <extracomment>%1 is &quot;primary&quot; or &quot;standby&quot;, %2 and %3 the server&apos;s version, %4 &quot;direct&quot; or &quot;through a pooler&quot;</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>standby</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>primary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>through a pooler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>direct</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live, %1</source>
        <extracomment>%1 is an age such as &quot;2 s ago&quot;</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale since %1</source>
        <extracomment>%1 is a time</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WaitTree</name>
    <message>
        <source>Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holds or waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits behind it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tree of waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>holds %1</source>
        <extracomment>A backend in the tree of waits; %1 is a lock&apos;s name</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>taking the lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting for the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fetching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>releasing the lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leak proven</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context mismatch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leak suspected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy, suspicious</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy, expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Success</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Postponed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In doubt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not due</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OK</source>
        <extracomment>State of a job: its last run is as recent as it should be</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overdue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocked by a leak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not due</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>due, not run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undetermined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cron</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backfill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>development</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>staging</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>production</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle in transaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle in failed transaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not tracked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prepared transaction %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prepared transaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>local socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>page %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits %1: %2</source>
        <extracomment>%1 is a duration, %2 says what is waited for</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits: %1</source>
        <extracomment>%1 says what is waited for</extracomment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>base</name>
    <message>
        <source>Stopped by request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expected %1, found %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1:%2: %3%4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not valid TOML: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not one of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a duration; write a number and a unit, such as &quot;90s&quot;, &quot;10m&quot; or &quot;1h&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a size; write a number and a unit, such as &quot;64KiB&quot; or &quot;200MiB&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expected a time with its offset, such as &quot;2026-01-01T00:00:00Z&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown key; did you mean &quot;%1&quot;?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message>
        <source>&quot;%1&quot; is not a key: give CLASSID OBJID [OBJSUBID] as pg_locks shows them, or one signed 64-bit number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No job is configured, so there is no status to show.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a [job.NAME] in the configuration file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a time with an offset, such as 2026-01-01T00:00:00Z.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--from must be before --until.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, page %3, %4 rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>console</name>
    <message>
        <source>%1 is already running here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>demo</name>
    <message>
        <source>%1 could not be started: %2: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not end within %2 s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ended with code %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL can&apos;t listen on 127.0.0.1:%1: the port is taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose other ports.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL ended with code %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL was not ready within a minute: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The fault server can&apos;t listen: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a folder that belongs to this user alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 holds something that is not a demo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another demo runs in the folder %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s server programs (postgres, initdb) were not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program %1 was not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No free port on 127.0.0.1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order API can&apos;t listen on 127.0.0.1:%1: the port is taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PgBouncer can&apos;t listen on 127.0.0.1:%1: the port is taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PgBouncer ended with code %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PgBouncer was not ready within 20 s: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connection to the demo&apos;s database: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The demo&apos;s database refused: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>http</name>
    <message>
        <source>The HTTP library failed: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No handle for an HTTP request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A header of the request to %1 has no name or holds a line break.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No memory for an HTTP request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not on this machine, and only that is allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer of %1 is larger than %2 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask for smaller pages, or raise max_response.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer completely within %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 closed the connection without an answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer of %1 was cut short.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer of %1 can&apos;t be decompressed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not an http or https URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connection to %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request to %1 failed: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>BLAKE2b could not be computed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a key: a whole number from %2 to %3 is expected, in decimal or with 0x in hexadecimal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a pair of keys: two whole numbers from %2 to %3 with a comma between them are expected, such as &quot;18028,7&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BLAKE2b of the name with a digest of 8 bytes, read big-endian</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s hashtext(name), 32 bits widened to a bigint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s hashtextextended(name, 0), 64 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number that stands in the program: a bigint key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two 32-bit numbers: &quot;a,b&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown key scheme &quot;%1&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown key scheme &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Known schemes: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; is left out: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The template &quot;%1&quot; has %2 placeholders; exactly one is expected, such as in &quot;order-sync:{tenant_id}&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>locks</name>
    <message>
        <source>A prepared transaction holds the lock; it has no process.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prepared transaction &quot;%1&quot; holds the lock; it has no process.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pid %1 holds the lock and itself waits for pid %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pid %1 holds the lock; its state is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pid %1 holds the lock; its state is &quot;%2&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pid %1 does not hold the lock: it waits as well and only stands before this session in the queue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server names pid %1 as in the way; the scan of the locks does not show how.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a prepared transaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the prepared transaction &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the root of the chain stands a prepared transaction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the root of the chain stands pid %1, which waits for nobody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more sessions stand before this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server named nobody who is in its way when it was asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has waited for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not tell since when it waits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is held at transaction level: %1 holds it until it is committed or rolled back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session level is proven: run %1 of job %2 recorded that it took this lock at %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session level is proven: at %1 %2 was seen idle since %3, which is before the scan that showed the lock held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session or transaction level is not known: the holder was not seen idle while it held the lock, and no run of ours recorded it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has been held for %1, by the run&apos;s own record.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has been held for at least %1; for how long at most is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has been held for at least %1 and at most %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pooler %1 could not be asked: whether a client still stands behind this session is not known, so the verdict may be too mild.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pooler %1 could not be asked (%2): whether a client still stands behind this session is not known, so the verdict may be too mild.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>since when is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits for %1 (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits for %1 behind a prepared transaction (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits for %1 behind pid %2 (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terminate pid %1: this frees the lock; its open transaction is rolled back and its client loses the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terminate pid %1: this frees the lock; it has no open transaction to lose, and its client loses the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelling (pg_cancel_backend) frees nothing here: the session is idle and has no statement to cancel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the statement of pid %1: it ends that statement only; a lock of session level stays until the session unlocks or ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the statement of pid %1: its transaction is rolled back, which frees the lock only if it is held at transaction level.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelling (pg_cancel_backend) frees nothing here: the session runs no statement; its client has to end the transaction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask who prepared the transaction to commit it or to roll it back; pg_prepared_xacts lists them. There is no process to terminate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In database %1, as the owner of the transaction, run COMMIT PREPARED or ROLLBACK PREPARED for &quot;%2&quot;. There is no process to terminate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To prevent the next one: unlock, and check the answer, before the connection goes back to its pool; let the pool run DISCARD ALL or pg_advisory_unlock_all() when it takes one back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Behind PgBouncer, take session-level locks on a direct connection or in a pool of pool_mode = session; server_reset_query_always = 1 clears them also in transaction mode.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take long locks on a dedicated, direct connection that no pool hands on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Milder than terminating: RECONNECT on the console of the pooler %1 closes its server connections as soon as no client uses them, and their locks with them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mildest: let the application that owns pid %1 unlock it, or close that connection or its pool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No other session can unlock it: pg_advisory_unlock works only in the session that holds the lock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at pid %1 first: what it holds is what is waited for. Ending a session that only waits does not free the lock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A prepared transaction is in the way: its owner has to commit it or roll it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelling this wait (pid %1) lets those move on that only queue behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To prevent it: use pg_try_advisory_lock and come back, or set lock_timeout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for the next look: a session that ended has given its locks back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set track_activities = on, so that the state of sessions can be seen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let an administrator run: GRANT pg_monitor TO this role.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mildest: wait, and look at what pid %1 is doing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If this is how long the work takes, raise the key&apos;s expected_hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is held by %2, whose state can&apos;t be seen: whether it works is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has leaked: %2 has held it for at least %3, and who took it is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is held for at least %2 on a connection that a pooler shares among clients (%3): nobody owns that session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 looks leaked: %2 has held it for at least %3 and does not seem to work for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is held longer than expected: for at least %2, by %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is held by %2 for at least %3, and others wait for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is held by %2 for at least %3; nobody waits for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait: the holder is within what is expected of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server is a standby: it has advisory locks of its own, and those of the primary are not seen here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s clock went back by %1: what earlier looks had shown is dropped, and ages and proofs of level begin anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pid %1, which the scan showed holding the lock, was gone when the sessions were read a moment after.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The state of pid %1 is not known: track_activities is off for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The state and the times of pid %1 are hidden from this role: it lacks pg_monitor or pg_read_all_stats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pooler %1 shows this server connection (pid %2, from %3:%4) as &quot;%5&quot;, without a client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its pool is in session mode, so the client that took the lock is gone for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its pool is in %1 mode, and none of the pool&apos;s %2 clients was connected before %3, when the lock is known to have been held: who took it is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 of job %2 took this lock and wrote its end %3 ago (more than %4), and two scans since then show the lock still held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock is held at session level on a server connection of the pooler %1 whose pool is in %2 mode: no client owns that session, and an unlock may reach another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection is &quot;%1&quot; at the pooler.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No client uses the connection now; %1 of the pool&apos;s %2 clients may have been connected when the lock was taken and may still come back for its unlock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, the expected hold of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, leak_idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has been idle for %2 with the lock held; the limit is %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pid %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock has been held for at least %1 (the limit is %2), and in that time the same backend has served at least %3 other transactions: the connection is in use, as by a pool, while its lock stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock has been held for at least %1, longer than the expected hold of %2 for %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sessions that wait for this lock: %1 (pid %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is marked as long-lived: its age alone says nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is within the expected hold of %1 for %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock is granted and nobody waits for it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ops</name>
    <message>
        <source>No job is scheduled: none has auto_sync = true and all that it needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See `latchctl status` for what each job lacks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not supported by this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot;: only &quot;UTC&quot; is supported by this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must give between 1 and 1,000,000 slots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has more than 1,000,000 values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expected two whole numbers, the least and the greatest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs exactly one of values, values_sql, range, file and slots: where its values come from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expected two whole numbers of 32 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown scheme &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown scheme &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expected a reference: &quot;env:NAME&quot;, &quot;file:PATH&quot;, &quot;keychain:NAME&quot; or &quot;credential:NAME&quot;; a password itself never stands in this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file %1 (key %2) is not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be at least one second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the secret &quot;%1&quot;: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile &quot;%1&quot; is read-only: it looks and does not touch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a profile without read_only = true.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values of a template, %1, cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a duration such as &quot;90s&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no job &quot;%1&quot;: no configuration file was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name one with --config, or write ~/.config/latchboard/latchboard.toml.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no job &quot;%1&quot; in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Did you mean &quot;%1&quot;?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job &quot;%1&quot; cannot run: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is already running here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch it below, or cancel it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file %1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file %1 may be read by others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chmod 600 %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the system keychain has no &quot;%1&quot; for latchboard: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the environment variable %1 is not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the credential &quot;%1&quot;: CREDENTIALS_DIRECTORY is not set, so this was not started by systemd with LoadCredential=</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the credential &quot;%1&quot; cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a secret is a reference: &quot;env:NAME&quot;, &quot;file:PATH&quot;, &quot;keychain:NAME&quot; or &quot;credential:NAME&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no profile &quot;%1&quot;: no configuration file was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no profile &quot;%1&quot; in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--profile and --conninfo both name a server; give one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The password of profile &quot;%1&quot;: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pg</name>
    <message>
        <source>No server listens there: check host and port, and that PostgreSQL runs and listens on that address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host&apos;s name can&apos;t be looked up: check its spelling and the name server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host does not answer: check the network, VPN and firewall.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name where the password is kept: `password` of the profile, PGPASSWORD or a pass file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check host, port and network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connection to %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: a quote is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: the URI is not well formed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: they are not a list of key=value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quote values with blanks as key=&apos;value&apos; with \&apos; and \\ inside, or percent-encode them in a URI; keep the password out of them and name where it is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host of the connection settings contains &apos;@&apos;: it would hold a part of the password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The port of the connection settings is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connection to %1: no answer within %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check host, port, network and firewall; the server may also be overloaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schema latchboard has version %1; this program knows %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a newer version of the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a standby: a schema can&apos;t be made there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Migrate the primary; standbys follow it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As an owner of the database: grant create on database %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another migration of the schema latchboard is still under way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at who holds the lock %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not list the own session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A statement has %1 parameters; the protocol takes at most %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text holds U+0000, which PostgreSQL can&apos;t store.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>COPY is not spoken here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer a statement in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the network and the server&apos;s load.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look whether the server restarted, ended the session, or the network broke.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused a statement: %2 (SQLSTATE %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s lock table is full: names of new databases and roles could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pg_monitor: the state of other users&apos; sessions is hidden. To see it: GRANT pg_monitor TO %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server is a standby: its advisory locks are its own, and say nothing about the primary&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pooler stands between this console and the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the password and where the profile takes it from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the role&apos;s name, that it may log in, and the server&apos;s pg_hba.conf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the database&apos;s name (dbname), or create it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close sessions that nobody needs, or raise max_connections; a pooler in session mode also helps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server is starting, stopping or recovering; try again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grant the role what it lacks; `latchctl doctor` prints the grants.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run `latchctl migrate` for the schema latchboard; create a missing table of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server takes no writes: connect to the primary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>COMMIT answered %1: the transaction had failed and nothing of it stands.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection was lost during COMMIT, so that it is not known whether the transaction stands: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next run repeats the window; it changes nothing that is already there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A transaction that can be tried again was begun inside an open one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Given up after %2 attempts.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>sync</name>
    <message>
        <source>The source answered with status %1, but not with a list of orders; it holds: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source answered with status %1, but without the list &quot;%2&quot;; it holds: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If the source says an error in this way, name it by [[error]] in the source profile; if the list stands elsewhere, correct items in [response].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a path: names with dots between, and [n] for an element of a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no time zone; write &quot;UTC&quot;, an offset such as &quot;+09:00&quot;, or a name such as &quot;Asia/Seoul&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: path or const</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an empty path is the whole item, of type &quot;json&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs exactly one of in = [ ... ] and not_null = true</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;backward&quot; is for the kinds page and offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;backward&quot; needs to know the last page: total, total_header, total_pages or total_pages_header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;more&quot; needs more, the path that says whether another page follows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: the path of the next cursor in the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: the path of the next page&apos;s URL in the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs json = &quot;path&quot; and in = [ ... ]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: [record] with external_id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an id joined of several values is not supported by this version; give one path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be the path of the order&apos;s id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: how long to rest after such an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs items_at_least, bytes_at_least, page_full or seconds_at_least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>belongs to [[limit]]: write it before [[limit.rest]]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not supported by this version; supported are retry-after, header:NAME:ms, header:NAME:s, header:NAME:epoch and fixed:DURATION</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of retry-after, header:NAME:ms, header:NAME:s, header:NAME:epoch and fixed:DURATION</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expected a list of HTTP statuses, such as [429, 503]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a regular expression: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs status = [ ... ] or json = &quot;path&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: the path whose value in or match is about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: when = { status = [ ... ] }</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: one of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than one [[limit]] is not supported by this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not a header: no line breaks, no blank or colon in the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a &quot;${&quot; without its &quot;}&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>${%1} is not in [secrets]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no variable ${%1}; there are %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no variable ${%1}; did you mean ${%2}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: kind &quot;header&quot; needs at least one header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: kind &quot;basic&quot; needs user and password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: kind &quot;bearer&quot; needs token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: [request] with path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must begin with /</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must not hold ?, # or a blank; parameters belong into query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pagination &quot;%1&quot; needs ${%1} in query or path: without it every page is the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max_span needs an upper bound: ${until} in query, and send_to not false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list by page or offset under an upper bound loses rows when it is read forward, since changed orders leave it: say a total (total, total_header, total_pages or total_pages_header) and direction = &quot;backward&quot;, or [window] send_to = false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not supported by this version; supported are %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not one of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not supported by this version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: [http] with base_url</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must begin with http:// or https://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must not hold a user or password; say them in [auth]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be between 1ms and 1h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be between 1B and 1.8GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>must be at least one second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;created&quot; finds no later change of an order by itself: it needs reread, how far back each run reads again, such as &quot;3d&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>belongs to basis = &quot;created&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is said at the job, as lookback</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is less than base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this version reads schema 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: [target] with table and key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: the columns of the unique index, such as [&quot;source&quot;, &quot;external_id&quot;]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is missing: [target.columns] with column = &quot;value&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key&apos;s column &quot;%1&quot; is not in [target.columns]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[record] of the source &quot;%1&quot; has no value &quot;%2&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[record] of the source &quot;%1&quot; has no value &quot;%2&quot;; did you mean &quot;%3&quot;?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no column of the key is filled from external_id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>[record] of the source &quot;%1&quot; has no updated_at; leave updated out, or say where the change time stands</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
