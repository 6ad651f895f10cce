// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/binary_copy.h"
#include "pg/binary_value.h"
#include "pg/pg_server.h"

#include <QTest>

#include <random>

using namespace latchboard;
using pg::test::one;

/// The binary form of values against the server's own reading of the text.
class PgBinaryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isWhatTheServerReads_data();
    void isWhatTheServerReads();
    void randomNumerics();
    void isLeftToTheServer_data();
    void isLeftToTheServer();
    void typesWithoutForm();

private:
    /// The type of the table's column.
    [[nodiscard]] std::uint32_t typeOid() const {
        return static_cast<std::uint32_t>(
            std::stoul(one(*m_session, "select atttypid from pg_attribute where attrelid = 'form'::regclass and "
                                       "attname = 'v'")));
    }
    void makeTable(const std::string& type) const {
        LB_VERIFY_OK(m_session->execSimple("drop table if exists form; create temporary table form (v " + type + ")"));
    }
    [[nodiscard]] base::Result<pg::QueryResult> copy(const std::vector<std::string>& values) const {
        pg::BinaryCopy copy(1);
        const std::uint32_t oid = typeOid();
        for (const std::string& value : values) {
            copy.beginRow();
            if (!copy.add(oid, value))
                return base::Unexpected(base::ErrorKind::Internal, base::Text::verbatim("no form: " + value));
        }
        return m_session->copyIn("copy form from stdin (format binary)", copy.finished());
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_session;
};

void PgBinaryTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_session = m_server->open(m_server->freshDatabase(false));
    QVERIFY(m_session);
    LB_VERIFY_OK(m_session->execSimple("set timezone = 'Asia/Seoul'; set extra_float_digits = 3"));
}

void PgBinaryTest::isWhatTheServerReads_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("value");
    const std::vector<std::pair<const char*, std::vector<const char*>>> cases = {
        {"boolean", {"true", "false"}},
        {"smallint", {"0", "-32768", "32767", "7"}},
        {"integer", {"0", "-2147483648", "2147483647", "-1"}},
        {"bigint", {"0", "-9223372036854775808", "9223372036854775807", "9007199254740993"}},
        {"text", {"", "x", "줄\n바꿈\\N\t", "null"}},
        {"varchar(5)", {"", "12345", "다섯글자요"}},
        {"char(5)", {"ab", "12345"}},
        {"json", {R"({"b": 1,  "a": [2]})"}},
        {"jsonb", {R"({"b": 1,  "a": [2, null, "é"]})", "1", "\"x\"", "1.10"}},
        {"real", {"0", "-0", "1.5", "3.4028235e38", "1e-45", "0.1"}},
        {"double precision", {"0", "-1.5", "1.7976931348623157e308", "5e-324", "0.1", "123456789.987654321"}},
        {"date", {"2000-01-01", "1999-12-31", "2024-02-29", "0001-01-01", "9999-12-31"}},
        {"timestamptz",
         {"2026-03-10T11:00:00Z", "2026-03-10 20:00:00+09:00", "1969-12-31T23:59:59.999999Z", "2026-03-29T01:30:00.1Z",
          "2016-12-31T23:59:60Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-03-10T11:00:00-15:30"}},
        {"timestamptz(0)", {"2026-03-10T11:00:00.5Z", "2026-03-10T11:00:00.499999Z"}},
        {"numeric",
         {"0", "-0", "0.00", "00012.500", "1", "10000", "9999", "12345678901234567890.12345", "0.0001", "-0.00000001",
          "1.", "99999999999999999999999999999999999999999999999999"}},
        {"numeric(18,4)", {"10.00", "1.23456", "-99999999999999.9999"}},
        {"uuid", {"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"}}};
    for (const auto& [type, values] : cases) {
        for (const char* value : values)
            QTest::addRow("%s %s", type, value) << type << value;
    }
}

void PgBinaryTest::isWhatTheServerReads() {
    QFETCH(QString, type);
    QFETCH(QString, value);
    makeTable(type.toStdString());
    LB_VERIFY_OK(copy({value.toStdString()}));
    const std::string read =
        one(*m_session, "insert into form values ($1::text::" + type.toStdString() + ") returning v::text",
            {value.toStdString()});
    QCOMPARE(one(*m_session, "select string_agg(distinct v::text || '|', ' ') from form"), read + "|");
    QCOMPARE(one(*m_session, "select count(*) from form"), std::string("2"));
}

void PgBinaryTest::randomNumerics() {
    const auto seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const auto digits = [&](int most) {
        std::string text;
        for (int i = std::uniform_int_distribution(0, most)(random); i > 0; --i)
            text += static_cast<char>('0' + std::max(0, std::uniform_int_distribution(-9, 9)(random))); // many zeros
        return text;
    };
    std::vector<std::string> values;
    for (int i = 0; i < 2'000; ++i) {
        std::string value = (random() % 2 == 0 ? "-" : "") + std::string("0") + digits(30);
        if (const std::string fraction = digits(20); !fraction.empty())
            value += "." + fraction;
        values.push_back(std::move(value));
    }
    makeTable("numeric");
    LB_VERIFY_OK(copy(values));
    std::vector<const std::string*> texts;
    for (const std::string& value : values)
        texts.push_back(&value);
    QCOMPARE(one(*m_session,
                 "select count(*) from ((select v::text from form) except all (select v::numeric::text from "
                 "unnest($1::text[]) v)) x(t)",
                 {pg::Param::texts(texts)}),
             std::string("0"));
}

void PgBinaryTest::isLeftToTheServer_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("value");
    const std::vector<std::pair<const char*, std::vector<const char*>>> cases = {
        {"boolean", {"yes", "1", "", "TRUE"}},
        {"smallint", {"32768", "", " 1", "1 ", "+1", "1.0", "x"}},
        {"integer", {"2147483648", "0x10"}},
        {"bigint", {"9223372036854775808", "1e3"}},
        {"real", {"1e39", "1e-60", "NaN", "Infinity", "", "1,5"}},
        {"double precision", {"1e400", "nan", "inf", "0x1p3"}},
        {"date",
         {"2023-02-29", "10.03.2026", "today", "infinity", "0000-01-01", "2026-3-10", "20260310", "+026-01-01"}},
        {"timestamptz",
         {"2026-03-10T11:00:00", "2026-03-10T11:00:00.1234567Z", "now", "infinity", "2026-03-10T11:00:00+16:00",
          "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z", ""}},
        {"numeric", {"", "-", ".5", "1e3", "NaN", "+1", " 1", "1_000", "1.2.3", "--1"}},
        {"uuid",
         {"a0eebc999c0b4ef8bb6d6bb9bd380a11", "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}",
          "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1x", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1"}}};
    for (const auto& [type, values] : cases) {
        for (const char* value : values)
            QTest::addRow("%s '%s'", type, value) << type << value;
    }
}

void PgBinaryTest::isLeftToTheServer() {
    QFETCH(QString, type);
    QFETCH(QString, value);
    makeTable(type.toStdString());
    const std::uint32_t oid = typeOid();
    QVERIFY(pg::hasBinaryForm(oid));
    std::string bytes = "before";
    QVERIFY(!pg::appendBinary(oid, value.toStdString(), bytes));
    QCOMPARE(bytes, std::string("before"));
}

void PgBinaryTest::typesWithoutForm() {
    for (const char* type : {"inet", "integer[]", "interval", "timestamp", "time", "bytea", "point"}) {
        makeTable(type);
        QVERIFY2(!pg::hasBinaryForm(typeOid()), type);
    }
}

QTEST_GUILESS_MAIN(PgBinaryTest)
#include "tst_pg_binary.moc"
