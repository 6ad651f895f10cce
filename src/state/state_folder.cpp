// SPDX-License-Identifier: GPL-3.0-or-later
#include "state/state_folder.h"

#include <QDir>

#include <cerrno>
#include <cstring>

#include <sys/stat.h>

namespace latchboard::state {

base::Result<std::string> stateFolder() {
    QString home = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(home)) // the specification: a relative path is to be ignored
        home = QDir::homePath() + QStringLiteral("/.local/state");
    const std::string folder = (home + QStringLiteral("/latchboard")).toStdString();
    const bool made = QDir().mkpath(home) && (::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST);
    const int problem = errno;
    struct stat found {};
    if (!made || ::stat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode))
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("state", "The folder %1 can't be made: %2.").arg(folder).arg(std::strerror(problem)),
            LB_TEXT("state", "Make it, or name another place by XDG_STATE_HOME."));
    return folder;
}

} // namespace latchboard::state
