// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/text/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace latchboard::console {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Format)
};

QDateTime toDateTime(base::Instant moment, Qt::TimeSpec spec) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(moment.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms, spec);
}

} // namespace

QString toQt(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString durationText(base::Duration duration, bool fine) {
    const double total = std::max(0.0, base::seconds(duration));
    if (fine && total < 10.0) {
        //: A duration in seconds with one decimal
        return Words::tr("%1 s").arg(QLocale().toString(total, 'f', 1));
    }
    const auto whole = static_cast<std::int64_t>(total);
    if (whole < 60) {
        return Words::tr("%1 s").arg(whole);
    }
    if (whole < 3600) {
        return Words::tr("%1 min").arg(whole / 60);
    }
    if (whole < 86400) {
        const auto minutes = whole % 3600 / 60;
        return minutes == 0 ? Words::tr("%1 h").arg(whole / 3600)
                            : Words::tr("%1 h %2 min").arg(whole / 3600).arg(minutes);
    }
    const auto hours = whole % 86400 / 3600;
    return hours == 0 ? Words::tr("%1 d").arg(whole / 86400) : Words::tr("%1 d %2 h").arg(whole / 86400).arg(hours);
}

QString agoText(base::Instant moment, base::Instant now) {
    if (now - moment < std::chrono::seconds(1)) {
        return Words::tr("just now");
    }
    //: %1 is a duration
    return Words::tr("%1 ago").arg(durationText(now - moment));
}

QString momentText(base::Instant moment, base::Instant now, TimeStyle style) {
    const auto spec = style == TimeStyle::Utc ? Qt::UTC : Qt::LocalTime;
    const QDateTime when = toDateTime(moment, spec);
    const bool today = when.date() == toDateTime(now, spec).date();
    const QString text = when.toString(today ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    return style == TimeStyle::Utc ? text + QStringLiteral(" UTC") : text;
}

QString sinceText(base::Instant moment, const Display& display) {
    return display.times() == TimeStyle::Relative ? durationText(display.now() - moment)
                                                  : momentText(moment, display.now(), display.times());
}

QString bothTimes(base::Instant moment) {
    const QDateTime local = toDateTime(moment, Qt::LocalTime);
    const QDateTime utc = toDateTime(moment, Qt::UTC);
    const QString pattern = QStringLiteral("yyyy-MM-dd HH:mm:ss");
    if (local.offsetFromUtc() == 0) {
        return utc.toString(pattern) + QStringLiteral(" UTC");
    }
    return QStringLiteral("%1 %2 (%3 UTC)")
        .arg(local.toString(pattern), local.timeZoneAbbreviation(), utc.toString(pattern));
}

QString numberText(std::int64_t number) {
    return QLocale().toString(static_cast<qlonglong>(number));
}

QString breakable(const QString& text) {
    constexpr int kLongest = 18; // letters without a place to break
    const QChar place(0x200B);   // zero width space
    QString result;
    int run = 0;
    for (const QChar letter : text) {
        result += letter;
        run = letter.isSpace() ? 0 : run + 1;
        const bool mark = letter.isPunct() || letter.isSymbol();
        if (run >= kLongest || (mark && run > kLongest / 2)) {
            result += place;
            run = 0;
        }
    }
    return result;
}

QString unbroken(const QString& text) {
    return QString(text).remove(QChar(0x200B));
}

QString bytesText(std::int64_t bytes) {
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

} // namespace latchboard::console
