// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/csv_output.h"

#include <QFileInfo>
#include <QSaveFile>

namespace latchboard::cli {

int writeCsv(const Context& context, const std::string& fileName,
             const std::function<base::Result<void>(const CsvOutput& output)>& produce) {
    const bool toStdout = fileName == "-";
    QSaveFile file(QString::fromStdString(fileName));
    const auto fileError = [&] {
        return fail(context,
                    base::makeError(base::ErrorKind::Usage,
                                    LB_TEXT("cli", "%1 cannot be written: %2").arg(fileName).arg(file.errorString())));
    };
    // The rename at the end would put a file in the place of a device or a pipe.
    if (const QFileInfo target(file.fileName()); !toStdout && target.exists() && !target.isFile())
        return fail(context,
                    base::makeError(base::ErrorKind::Usage, LB_TEXT("cli", "%1 is not a regular file.").arg(fileName),
                                    LB_TEXT("cli", "Write to stdout with --csv - and redirect it there.")));
    if (!toStdout && !file.open(QIODevice::WriteOnly))
        return fileError();
    const CsvOutput output{
        [&](std::string_view bytes) {
            if (toStdout)
                context.streams.out << bytes;
            else
                file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        },
        [&] { return toStdout ? context.streams.out.good() : file.error() == QFileDevice::NoError; }};
    if (const auto produced = produce(output); !produced)
        return fail(context, produced.error());
    context.streams.out.flush();
    // A device or a file that is written in place has no commit that would tell: flush() does.
    if (!toStdout && (!file.flush() || file.error() != QFileDevice::NoError || !file.commit()))
        return fileError();
    return Done;
}

} // namespace latchboard::cli
