// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/history_csv.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;

namespace {

QJsonObject readCase(const QString& name) {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/csv/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no test data %s", qPrintable(file.fileName()));
    return QJsonDocument::fromJson(file.readAll()).object();
}

QByteArray written(const QJsonObject& given, CsvWriter::Dialect dialect) {
    QByteArray bytes;
    CsvWriter writer([&](std::string_view line) { bytes.append(line.data(), static_cast<qsizetype>(line.size())); },
                     dialect);
    std::vector<std::string> names;
    std::vector<bool> numeric;
    for (const auto& column : given["columns"].toArray()) {
        names.push_back(column.toObject()["name"].toString().toStdString());
        numeric.push_back(column.toObject()["type"].toString() != "text");
    }
    writer.header(names);
    for (const auto& row : given["rows"].toArray()) {
        std::vector<CsvCell> cells;
        for (const auto& cell : row.toArray())
            cells.push_back(
                {cell.isNull() ? std::nullopt : std::optional(cell.toString().toStdString()), numeric[cells.size()]});
        writer.record(cells);
    }
    return bytes;
}

/// Reads RFC 4180 back; a cell that was quoted is never null.
std::vector<std::vector<std::optional<std::string>>> parsed(const QByteArray& bytes) {
    std::vector<std::vector<std::optional<std::string>>> records(1);
    qsizetype i = 0;
    while (i < bytes.size()) {
        std::optional<std::string> cell;
        if (bytes[i] == '"') {
            cell.emplace();
            for (++i;; ++i) {
                if (bytes[i] == '"') {
                    if (i + 1 < bytes.size() && bytes[i + 1] == '"') {
                        *cell += '"';
                        ++i;
                        continue;
                    }
                    break;
                }
                *cell += bytes[i];
            }
            ++i;
        } else {
            while (bytes[i] != ',' && bytes[i] != '\r')
                cell = cell.value_or("") + bytes[i++];
        }
        records.back().push_back(cell);
        if (bytes[i] == ',') {
            ++i;
        } else {
            i += 2;
            records.emplace_back();
        }
    }
    records.pop_back();
    return records;
}

RunRecord sampleRun() {
    RunRecord run;
    run.runId = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
    run.job = "order-sync";
    run.trigger = Trigger::Cron;
    run.outcome = Outcome::Failed;
    run.startedAt = *base::fromRfc3339("2026-03-10T12:00:00Z");
    run.finishedAt = *base::fromRfc3339("2026-03-10T12:00:14.9Z");
    run.window = Interval{*base::fromRfc3339("2026-03-10T10:50:00Z"), *base::fromRfc3339("2026-03-10T12:00:00Z")};
    run.pages = 12;
    run.apiCalls = 13;
    run.fetched = 2300;
    run.counts = {20, 5, 2275, 1, 2, 3, 4, 5};
    run.limitWait = base::Duration(11'200'000);
    run.error =
        base::makeError(base::ErrorKind::SourceTransient, base::Text::verbatim(std::string_view("said \"no\", twice")));
    run.host = "worker-1";
    return run;
}

} // namespace

class TestSyncCsv : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fieldCases_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("formula cells") << "D01-formula-cells.json";
        QTest::newRow("quotes and newlines") << "D02-quotes-and-newlines.json";
        QTest::newRow("null versus empty") << "D07-null-versus-empty.json";
    }
    void fieldCases() {
        QFETCH(QString, file);
        const QJsonObject given = readCase(file);
        const QByteArray expected =
            QByteArray::fromBase64(given["expected"]["plain"]["bytes_base64"].toString().toLatin1());
        QVERIFY(!expected.isEmpty());
        QCOMPARE(written(given, CsvWriter::Dialect::Plain), expected);
    }

    void excelDefusesTextCellsOnly() {
        const QJsonObject given = readCase("D01-formula-cells.json");
        QByteArray bytes = written(given, CsvWriter::Dialect::Excel);
        QVERIFY(bytes.startsWith("\xEF\xBB\xBF"));
        const auto excel = parsed(bytes.mid(3));
        const auto plain = parsed(written(given, CsvWriter::Dialect::Plain));
        QCOMPARE(excel.size(), plain.size());
        for (size_t row = 1; row < plain.size(); ++row) {
            QCOMPARE(excel[row][3], plain[row][3]);
            QCOMPARE(excel[row][2], plain[row][2]);
            const std::string original = *plain[row][4];
            const bool dangerous = std::string("=+-@\t\r\n").find(original.front()) != std::string::npos;
            QCOMPARE(*excel[row][4], dangerous ? "'" + original : original);
        }
    }

    void excelGuardsEachDangerousStart_data() {
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("equals") << QByteArray("=1") << QByteArray("'=1");
        QTest::newRow("plus") << QByteArray("+1") << QByteArray("'+1");
        QTest::newRow("minus") << QByteArray("-1") << QByteArray("'-1");
        QTest::newRow("at") << QByteArray("@a") << QByteArray("'@a");
        QTest::newRow("tab") << QByteArray("\ta") << QByteArray("'\ta");
        QTest::newRow("return") << QByteArray("\ra") << QByteArray("\"'\ra\"");
        QTest::newRow("feed") << QByteArray("\na") << QByteArray("\"'\na\"");
        QTest::newRow("inside") << QByteArray("a=1") << QByteArray("a=1");
        QTest::newRow("empty") << QByteArray("") << QByteArray("\"\"");
    }
    void excelGuardsEachDangerousStart() {
        QFETCH(QByteArray, cell);
        QFETCH(QByteArray, bytes);
        std::string out;
        CsvWriter writer([&](std::string_view line) { out += line; }, CsvWriter::Dialect::Excel);
        writer.record({{cell.toStdString(), false}});
        QCOMPARE(out, "\xEF\xBB\xBF" + bytes.toStdString() + "\r\n");
    }

    void historyColumns() {
        std::string out;
        HistoryCsv csv([&](std::string_view line) { out += line; });
        csv.write(sampleRun());
        RunRecord bare;
        bare.runId = "r";
        bare.job = "j";
        bare.startedAt = bare.finishedAt = *base::fromRfc3339("2026-03-10T12:00:00.000001Z");
        csv.write(bare);
        QCOMPARE(out,
                 std::string("run_id,job,trigger,outcome,started_at,finished_at,duration_s,window_from,window_until,"
                             "pages,api_calls,fetched,new,changed,same,stale,gone,quarantined,limit_wait_s,"
                             "retries_40001,retries_40P01,error_kind,error_message,host\r\n"
                             "6f9619ff-8b86-4d01-b42d-00cf4fc964ff,order-sync,cron,FAILED,2026-03-10T12:00:00Z,"
                             "2026-03-10T12:00:14.9Z,14.9,2026-03-10T10:50:00Z,2026-03-10T12:00:00Z,12,13,2300,20,5,"
                             "2275,1,2,3,11.2,4,5,source_transient,\"said \"\"no\"\", twice\",worker-1\r\n"
                             "r,j,manual,SUCCESS,2026-03-10T12:00:00.000001Z,2026-03-10T12:00:00.000001Z,0,,,0,0,0,0,0,"
                             "0,0,0,0,0,0,0,,,\r\n"));
    }

    void decimalSecondsAreExact_data() {
        QTest::addColumn<qint64>("micros");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << qint64(0) << "0";
        QTest::newRow("one micro") << qint64(1) << "0.000001";
        QTest::newRow("tenth") << qint64(100'000) << "0.1";
        QTest::newRow("whole") << qint64(60'000'000) << "60";
        QTest::newRow("negative") << qint64(-1'500'000) << "-1.5";
    }
    void decimalSecondsAreExact() {
        QFETCH(qint64, micros);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(decimalSeconds(base::Duration(micros))), text);
    }
};

QTEST_GUILESS_MAIN(TestSyncCsv)
#include "tst_sync_csv.moc"
