// SPDX-License-Identifier: GPL-3.0-or-later
#include "state/audit_file.h"

#include "state/state_folder.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace latchboard::state {

using base::Result;
using base::Unexpected;

namespace {

constexpr std::array<std::pair<const char*, std::string Act::*>, 7> kTexts = {{{"actor", &Act::actor},
                                                                               {"profile", &Act::profile},
                                                                               {"act", &Act::act},
                                                                               {"target", &Act::target},
                                                                               {"reason", &Act::reason},
                                                                               {"outcome", &Act::outcome},
                                                                               {"detail", &Act::detail}}};

Result<std::string> fileName() {
    auto folder = stateFolder();
    return folder ? Result<std::string>(*folder + "/audit.jsonl") : folder;
}

base::Error cantWrite(const std::string& file, int problem) {
    return base::makeError(
        base::ErrorKind::Configuration,
        LB_TEXT("state", "The audit file %1 can't be written: %2.").arg(file).arg(std::strerror(problem)),
        LB_TEXT("state", "No act is done that can't be recorded: make room or mend the file's rights."));
}

} // namespace

Result<void> appendAct(const Act& act) {
    const auto file = fileName();
    if (!file)
        return Unexpected(file.error());
    QJsonObject object{{QStringLiteral("at"), QString::fromStdString(base::toRfc3339(act.at))}};
    for (const auto& [name, member] : kTexts)
        object[QLatin1String(name)] = QString::fromStdString(act.*member);
    const QByteArray line = QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
    const int number = ::open(file->c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (number < 0)
        return Unexpected(cantWrite(*file, errno));
    // One writer at a time: what another one is just writing would look like a cut line. Closing lets go.
    while (::flock(number, LOCK_EX) != 0 && errno == EINTR) {
    }
    // A line that was cut is ended first, so that it costs no other one.
    QByteArray bytes = line;
    char last = '\n';
    if (const off_t size = ::lseek(number, 0, SEEK_END);
        size > 0 && ::pread(number, &last, 1, size - 1) == 1 && last != '\n')
        bytes.prepend('\n');
    errno = 0;
    const bool written = ::write(number, bytes.constData(), static_cast<size_t>(bytes.size())) == bytes.size() &&
                         ::fdatasync(number) == 0;
    const int problem = written ? 0 : errno != 0 ? errno : ENOSPC;
    ::close(number);
    return written ? Result<void>() : Result<void>(Unexpected(cantWrite(*file, problem)));
}

Result<void> checkAuditFile() {
    const auto file = fileName();
    if (!file)
        return Unexpected(file.error());
    const int number = ::open(file->c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (number < 0)
        return Unexpected(cantWrite(*file, errno));
    ::close(number);
    return {};
}

Result<Acts> readActs() {
    const auto name = fileName();
    if (!name)
        return Unexpected(name.error());
    Acts acts;
    QFile file(QString::fromStdString(*name));
    if (!file.exists())
        return acts;
    if (!file.open(QIODevice::ReadOnly))
        return Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("state", "The audit file %1 can't be read: %2.").arg(*name).arg(file.errorString().toStdString()));
    while (!file.atEnd()) {
        const QJsonObject object = QJsonDocument::fromJson(file.readLine()).object();
        const auto at = base::fromRfc3339(object[QStringLiteral("at")].toString().toStdString());
        if (!at) {
            ++acts.skipped;
            continue;
        }
        Act act;
        act.at = *at;
        for (const auto& [key, member] : kTexts)
            act.*member = object[QLatin1String(key)].toString().toStdString();
        acts.acts.push_back(std::move(act));
    }
    return acts;
}

} // namespace latchboard::state
