// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/toml.h"

#include <QFile>

namespace latchboard::base {

TomlTable TomlTable::readFile(const std::string& path, std::vector<ConfigProblem>& problems) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) {
        problems.push_back({path, 0, {}, LB_TEXT("base", "cannot be read: %1").arg(file.errorString())});
        return readText({}, path, problems);
    }
    const QByteArray content = file.readAll();
    return readText(std::string_view(content.constData(), static_cast<size_t>(content.size())), path, problems);
}

} // namespace latchboard::base
