// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derivation.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace latchboard;
using namespace latchboard::keys;

namespace {

QByteArray contents(const QString& name) {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Inputs inputsOf(const QJsonObject& object) {
    Inputs inputs;
    for (auto input = object.begin(); input != object.end(); ++input) {
        std::optional<std::string> value;
        if (!input->isNull())
            value = parameterText(object, input.key().toUtf8().constData());
        inputs[input.key().toStdString()] = value;
    }
    return inputs;
}

Derivation scalar(const std::string& algorithm, std::vector<std::string> steps = {},
                  const QJsonObject& parameters = {}) {
    return {Derivation::Form::Bigint, {{algorithm, parameters, "{name}", std::move(steps)}}, 1};
}

Derivation constant(const QString& value, std::vector<std::string> steps = {}) {
    return scalar("constant", std::move(steps), {{"value", value}});
}

} // namespace

/// The vocabulary in which the catalogue of lock keys says how programs make them.
class TestDerivation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checkValues_data();
    void checkValues();
    void everyAlgorithmIsChecked();
    void catalogue_data();
    void catalogue();
    void steps_data();
    void steps();
    void filters_data();
    void filters();
    void missingInputs();
    void outOfRange();
    void bareHashes_data();
    void bareHashes();
    void refuses_data();
    void refuses();
};

void TestDerivation::checkValues_data() {
    QTest::addColumn<QByteArray>("algorithm");
    QTest::addColumn<QByteArray>("parameters");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("value");
    int line = 0;
    for (const QByteArray& row : contents(QStringLiteral("check_values.tsv")).split('\n')) {
        ++line;
        if (row.isEmpty() || row.startsWith('#'))
            continue;
        const auto cells = row.split('\t');
        QTest::addRow("%d %s %s", line, cells[0].constData(), cells[2].constData())
            << cells[0] << cells[1] << cells[2] << cells[3];
    }
}

void TestDerivation::checkValues() {
    QFETCH(QByteArray, algorithm);
    QFETCH(QByteArray, parameters);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, value);
    const Algorithm* known = findAlgorithm(algorithm.toStdString());
    QVERIFY(known != nullptr);
    const std::string given = text.toStdString();
    const Inputs inputs{{"name", given}};
    const QJsonObject object = QJsonDocument::fromJson(parameters).object();
    const auto number = known->compute({given, given, object, inputs});
    QCOMPARE(number.has_value(), !value.isEmpty());
    if (number)
        QCOMPARE(QByteArray::number(qint64{number->toInt64().value_or(0)}), value);
}

/// No algorithm of the catalogue is without a value that was computed elsewhere.
void TestDerivation::everyAlgorithmIsChecked() {
    const QByteArray table = contents(QStringLiteral("check_values.tsv"));
    for (const char* id : {"uuid-int",         "ulid-int",         "crc32",           "adler32",
                           "fnv1-32",          "fnv1-64",          "fnv1a-64",        "blake2b64-be",
                           "blake2b64-le",     "blake2s64-be",     "md5-first8-be",   "md5-digits10",
                           "sha1-first8-le",   "sha1-first60-be",  "sha1-u16-be",     "sha224-first8-be",
                           "sha256-first8-be", "sha256-first8-le", "sha256-last8-be", "hkdf-sha256-first8-le",
                           "hashtext-int4",    "hashtextextended", "java-hashcode",   "dotnet-two-lane",
                           "djb2x-utf16-fwd",  "djb2x-utf16-rev",  "ascii7-pack9",    "hex-u32",
                           "hex-u64",          "erlang-phash2"}) {
        QVERIFY2(findAlgorithm(id) != nullptr, id);
        QVERIFY2(table.contains(QByteArray("\n") + id + "\t"), id);
    }
    QVERIFY(findAlgorithm("md5") == nullptr);
}

void TestDerivation::catalogue_data() {
    QTest::addColumn<QJsonObject>("derivation");
    QTest::addColumn<QString>("form");
    QTest::addColumn<QJsonObject>("vector");
    const QJsonArray entries = QJsonDocument::fromJson(contents(QStringLiteral("derivations.json"))).array();
    for (const auto& value : entries) {
        const QJsonObject entry = value.toObject();
        const QJsonArray vectors = entry.value("vectors").toArray();
        for (int i = 0; i < vectors.size(); ++i)
            QTest::addRow("%s %d", qPrintable(entry.value("id").toString()), i)
                << entry.value("derivation").toObject() << entry.value("key_form").toString() << vectors[i].toObject();
    }
}

void TestDerivation::catalogue() {
    QFETCH(QJsonObject, derivation);
    QFETCH(QString, form);
    QFETCH(QJsonObject, vector);
    const auto read = readDerivation(derivation);
    QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().message.english()));
    const auto tag = derive(*read, inputsOf(vector.value("inputs").toObject()));
    QVERIFY2(tag.ok(), tag ? "" : qPrintable(tag.error().message.english()));
    QCOMPARE(qint64{tag->classid}, vector.value("classid").toInteger());
    QCOMPARE(qint64{tag->objid}, vector.value("objid").toInteger());
    QCOMPARE(int{tag->objsubid}, vector.value("objsubid").toInt());
    QCOMPARE(QString::fromLatin1(formName(formOf(*tag))), form);
}

void TestDerivation::steps_data() {
    QTest::addColumn<QString>("value");
    QTest::addColumn<QStringList>("steps");
    QTest::addColumn<QString>("key"); // empty: refused
    const auto row = [](const char* value, const QStringList& steps, const char* key) {
        QTest::addRow("%s %s", value, qPrintable(steps.join(' '))) << QString(value) << steps << QString(key);
    };
    row("-1", {"u32"}, "4294967295");
    row("4294967297", {"u32"}, "1");
    row("4294967295", {"i32"}, "-1");
    row("2147483647", {"i32"}, "2147483647");
    row("0xffffffffffffffff", {"i64"}, "-1");
    row("-1", {"and:0x7fffffff"}, "2147483647");
    row("-1", {"and:12"}, "12");
    row("-8", {"and:-4"}, "-8");
    row("5", {"add:-7"}, "-2");
    row("-9223372036854775808", {"add:-1", "add:1"}, "-9223372036854775808"); // no limit between the steps
    row("-9223372036854775808", {"add:-1"}, "");
    row("-3", {"mul:4"}, "-12");
    row("9223372036854775807", {"mul:2", "u32"}, "4294967294");
    row("9223372036854775807", {"mul:2"}, "");
    row("-9223372036854775808", {"abs"}, "");
    row("-7", {"abs"}, "7");
    row("-1", {"shr32"}, "-1");
    row("8589934592", {"shr32"}, "2");
    row("-4294967297", {"shr32"}, "-2");
    row("10", {"mod-if-gt:10"}, "10");
    row("11", {"mod-if-gt:10"}, "1");
    row("-11", {"mod-if-gt:10"}, "-11");
    row("0x00000000000000010000000000000003", {"xorfold64"}, "2");
    row("0xffffffffffffffff0000000000000000", {"xorfold64", "i64"}, "-1");
    row("1", {"add-input:n"}, "-4");
    row("-1", {"hi32-input:n"}, "-17179869185");
    row("1", {"add-input:none"}, "");
    row("0xffffffffffffffffffffffffffffffff", {"mul:3"}, "");
}

void TestDerivation::steps() {
    QFETCH(QString, value);
    QFETCH(QStringList, steps);
    QFETCH(QString, key);
    std::vector<std::string> texts;
    for (const QString& step : steps)
        texts.push_back(step.toStdString());
    const auto tag = derive(constant(value, texts), {{"name", ""}, {"n", "-5"}});
    QCOMPARE(tag.ok(), !key.isEmpty());
    if (tag)
        QCOMPARE(QString::fromStdString(keyText(*tag)), key);
    else
        QVERIFY(tag.error().kind == base::ErrorKind::Usage);
}

void TestDerivation::filters_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("filled");
    QTest::newRow("plain") << "a{x}b{y}"
                           << "aq\"1-2bZ";
    QTest::newRow("quoted") << "{x|pgquote}.{y|pgquote}"
                            << "\"q\"\"1-2\".\"Z\"";
    QTest::newRow("before the dash") << "{x|before-dash}/{y|before-dash}"
                                     << "q\"1/Z";
    QTest::newRow("no name") << "{}{ {y}"
                             << "";
    QTest::newRow("empty braces are text") << "{}{y}"
                                           << "{}Z";
    QTest::newRow("open brace is text") << "{y}{"
                                        << "Z{";
}

void TestDerivation::filters() {
    QFETCH(QString, text);
    QFETCH(QString, filled);
    const auto result = fillInputs(text.toStdString(), {{"x", "q\"1-2"}, {"y", "Z"}});
    QCOMPARE(result ? QString::fromStdString(*result) : QString(), filled);
}

void TestDerivation::missingInputs() {
    QVERIFY(!derive(scalar("crc32"), {}).ok());
    QVERIFY(!derive(scalar("crc32"), {{"name", std::nullopt}}).ok());
    QVERIFY(!fillInputs("{name|upper}", {{"name", "a"}}));
    const auto error = derive(scalar("crc32"), {}).error();
    QVERIFY(error.kind == base::ErrorKind::Usage);
    QVERIFY(error.message.english().contains("{name}"));
}

void TestDerivation::outOfRange() {
    Derivation pair{Derivation::Form::Pair, {constant("1").parts[0], constant("2147483648").parts[0]}, 1};
    QVERIFY(!derive(pair, {{"name", ""}}).ok());
    pair.parts[1].postSteps = {"i32"};
    const auto tag = derive(pair, {{"name", ""}});
    QVERIFY(tag.ok());
    QCOMPARE(QString::fromStdString(keyText(*tag)), QStringLiteral("(1, -2147483648)"));
    QVERIFY(!derive(constant("9223372036854775808"), {{"name", ""}}).ok());
}

void TestDerivation::bareHashes_data() {
    QTest::addColumn<QString>("entry");
    QTest::addColumn<bool>("bare");
    QTest::newRow("hashtext") << "generic-hashtext" << true;
    QTest::newRow("crc32") << "awx" << true;
    QTest::newRow("crc32 times a salt is no more than 32 bits") << "rails-migration" << true;
    QTest::newRow("a constant and a hash") << "pulp-resource" << true;
    QTest::newRow("two halves of 16 bits") << "yii2-mutex" << true;
    QTest::newRow("two hashes") << "generic-hashtext-pair" << false;
    QTest::newRow("64 bits") << "generic-blake2b64-be" << false;
    QTest::newRow("64 bits in two halves") << "generic-blake2b64-be-split" << false;
    QTest::newRow("a constant") << "goose" << false;
    QTest::newRow("reversible") << "distributedlock-ascii" << false;
}

void TestDerivation::bareHashes() {
    QFETCH(QString, entry);
    QFETCH(bool, bare);
    const QJsonArray entries = QJsonDocument::fromJson(contents(QStringLiteral("derivations.json"))).array();
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const QJsonValue& value) {
        return value.toObject().value("id").toString() == entry;
    });
    QVERIFY(found != entries.end());
    const auto derivation = readDerivation(found->toObject().value("derivation").toObject());
    QVERIFY(derivation.ok());
    QCOMPARE(isBareHash32(*derivation), bare);
}

void TestDerivation::refuses_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("said");
    QTest::newRow("unknown algorithm") << QByteArray(R"({"algorithm": "md4"})") << "md4";
    QTest::newRow("no template") << QByteArray(R"({"algorithm": "crc32"})") << "input_template";
    QTest::newRow("unknown step") << QByteArray(R"({"algorithm": "constant", "post_steps": ["u33"]})") << "u33";
    QTest::newRow("step without its number")
        << QByteArray(R"({"algorithm": "constant", "post_steps": ["mul"]})") << "mul";
    QTest::newRow("modulo nothing") << QByteArray(R"({"algorithm": "constant", "post_steps": ["mod-if-gt:0"]})")
                                    << "mod-if-gt:0";
    QTest::newRow("half a pair") << QByteArray(R"({"algorithm": "pair", "key1": {"algorithm": "constant"}})") << "";
    QTest::newRow("no objsubid")
        << QByteArray(
               R"({"algorithm": "locktag", "classid": {"algorithm": "constant"}, "objid": {"algorithm": "constant"}})")
        << "objsubid";
}

void TestDerivation::refuses() {
    QFETCH(QByteArray, json);
    QFETCH(QString, said);
    const auto derivation = readDerivation(QJsonDocument::fromJson(json).object());
    QVERIFY(!derivation.ok());
    QVERIFY(derivation.error().kind == base::ErrorKind::Configuration);
    QVERIFY2(derivation.error().message.english().contains(said), qPrintable(derivation.error().message.english()));
}

QTEST_GUILESS_MAIN(TestDerivation)
#include "tst_derivation.moc"
