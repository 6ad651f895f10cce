<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>latchboard::console::BottomStrip</name>
    <message numerus="yes">
        <source>%n leak(s) proven</source>
        <translation>
            <numerusform>%n leak proven</numerusform>
            <numerusform>%n leaks proven</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::HistoryPage</name>
    <message numerus="yes">
        <source>%n run(s) loaded, more as you scroll</source>
        <translation>
            <numerusform>%n run loaded, more as you scroll</numerusform>
            <numerusform>%n runs loaded, more as you scroll</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::JobCard</name>
    <message numerus="yes">
        <source>%n period(s) missed in the last seven days.</source>
        <translation>
            <numerusform>%n period missed in the last seven days.</numerusform>
            <numerusform>%n periods missed in the last seven days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cancelled after %n page(s). What was written stays; the window stays open and the next run reads it again.</source>
        <translation>
            <numerusform>Cancelled after %n page. What was written stays; the window stays open and the next run reads it again.</numerusform>
            <numerusform>Cancelled after %n pages. What was written stays; the window stays open and the next run reads it again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::LimitsPage</name>
    <message numerus="yes">
        <source>%n bucket(s)</source>
        <translation>
            <numerusform>%n bucket</numerusform>
            <numerusform>%n buckets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::LocksPage</name>
    <message numerus="yes">
        <source>%n lock(s)</source>
        <translation>
            <numerusform>%n lock</numerusform>
            <numerusform>%n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n lock(s)</source>
        <translation>
            <numerusform>%1 of %n lock</numerusform>
            <numerusform>%1 of %n locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new, sorted in when no row is selected</source>
        <translation>
            <numerusform>%n new, sorted in when no row is selected</numerusform>
            <numerusform>%n new, sorted in when no row is selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::MainWindow</name>
    <message numerus="yes">
        <source>%n run(s) under way here will be stopped cleanly: what was written stays, and the next run reads the same window again.</source>
        <translation>
            <numerusform>The run under way here will be stopped cleanly: what was written stays, and the next run reads the same window again.</numerusform>
            <numerusform>%n runs under way here will be stopped cleanly: what was written stays, and the next runs read the same windows again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::Rail</name>
    <message numerus="yes">
        <source>%1, %n want attention</source>
        <extracomment>For a screen reader: a page&apos;s name and how many things on it want attention</extracomment>
        <translation>
            <numerusform>%1, %n wants attention</numerusform>
            <numerusform>%1, %n want attention</numerusform>
        </translation>
    </message>
</context>
</TS>
