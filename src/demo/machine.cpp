// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/machine.h"

#include <QByteArray>
#include <QRandomGenerator>

#include <arpa/inet.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace latchboard::demo {

namespace fs = std::filesystem;

namespace {

bool isProgram(const std::string& path) {
    return ::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path);
}

std::vector<std::string> pathFolders() {
    std::vector<std::string> folders;
    const std::string text = qEnvironmentVariableIsSet("PATH") ? qgetenv("PATH").toStdString() : "/usr/bin:/bin";
    for (std::size_t from = 0; from <= text.size();) {
        const auto colon = std::min(text.find(':', from), text.size());
        if (colon > from)
            folders.push_back(text.substr(from, colon - from));
        from = colon + 1;
    }
    return folders;
}

/// The sentence's %1 is the path, %2 the system's reason.
base::Unexpected systemError(const base::Text& sentence, const std::string& path) {
    return base::Unexpected(base::ErrorKind::Configuration, sentence.arg(path).arg(std::strerror(errno)));
}

/// Binds 127.0.0.1:port and lets go; the port bound, or 0.
int tryBind(int port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    int bound = 0;
    if (::bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(fd, 1) == 0 &&
        ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0)
        bound = ntohs(address.sin_port);
    ::close(fd);
    return bound;
}

} // namespace

base::Result<std::string> findPostgresFolder() {
    std::vector<std::string> folders;
    if (const auto chosen = qgetenv("LATCHBOARD_PG_BIN"); !chosen.isEmpty()) {
        folders = {chosen.toStdString()};
    } else {
        folders = pathFolders();
        std::vector<std::pair<int, std::string>> versions;
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", ignored))
            versions.emplace_back(std::atoi(entry.path().filename().c_str()), entry.path() / "bin");
        std::sort(versions.rbegin(), versions.rend());
        for (auto& [version, folder] : versions)
            folders.push_back(std::move(folder));
    }
    for (const auto& folder : folders) {
        if (isProgram(folder + "/postgres") && isProgram(folder + "/initdb"))
            return folder;
    }
    return base::Unexpected(base::ErrorKind::Configuration,
                            LB_TEXT("demo", "PostgreSQL's server programs (postgres, initdb) were not found."),
                            LB_TEXT("demo", "Install the package %1.").arg("postgresql"));
}

base::Result<std::string> findProgram(const std::string& name, const std::string& package) {
    auto folders = pathFolders();
    folders.insert(folders.end(), {"/usr/sbin", "/usr/local/sbin"});
    for (const auto& folder : folders) {
        if (isProgram(folder + "/" + name))
            return folder + "/" + name;
    }
    return base::Unexpected(base::ErrorKind::Configuration, LB_TEXT("demo", "The program %1 was not found.").arg(name),
                            LB_TEXT("demo", "Install the package %1.").arg(package));
}

std::optional<RunAs> unprivilegedUser() {
    if (::geteuid() != 0)
        return std::nullopt;
    for (const char* const name : {"postgres", "nobody"}) {
        if (const passwd* const entry = ::getpwnam(name); entry != nullptr && entry->pw_uid != 0)
            return RunAs{name, entry->pw_uid, entry->pw_gid};
    }
    return RunAs{"65534", 65534, 65534};
}

base::Result<void> makeFolderFor(const std::string& path, const std::optional<RunAs>& user) {
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        return systemError(LB_TEXT("demo", "The folder %1 can't be made: %2."), path);
    if (user && ::chown(path.c_str(), user->uid, user->gid) != 0)
        return systemError(LB_TEXT("demo", "The folder %1 can't be given to the server's user: %2."), path);
    return {};
}

base::Result<void> writePrivateFile(const std::string& path, const std::string& content,
                                    const std::optional<RunAs>& user) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return systemError(LB_TEXT("demo", "The file %1 can't be written: %2."), path);
    bool good = ::fchmod(fd, 0600) == 0 && (!user || ::fchown(fd, user->uid, user->gid) == 0);
    for (std::size_t done = 0; good && done < content.size();) {
        const auto count = ::write(fd, content.data() + done, content.size() - done);
        good = count > 0;
        done += good ? static_cast<std::size_t>(count) : 0;
    }
    const int reason = errno;
    ::close(fd);
    errno = reason;
    return good ? base::Result<void>()
                : base::Result<void>(systemError(LB_TEXT("demo", "The file %1 can't be written: %2."), path));
}

base::Result<int> freePort() {
    if (const int port = tryBind(0); port != 0)
        return port;
    return base::Unexpected(base::ErrorKind::Configuration, LB_TEXT("demo", "No free port on 127.0.0.1."));
}

bool portTaken(int port) {
    return tryBind(port) == 0;
}

base::Secret randomPassword() {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (int i = 0; i < 32; ++i)
        text += kDigits[QRandomGenerator::system()->bounded(16)];
    return base::Secret(std::move(text));
}

} // namespace latchboard::demo
