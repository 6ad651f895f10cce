// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/instance_folder.h"

#include "base/log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace latchboard::demo {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLock = "latchboard-demo.lock"; // also marks the folder as ours
constexpr const char* kProcesses = "processes";
constexpr const char* kKept = "kept";

base::Unexpected folderError(base::Text message) {
    return base::Unexpected(base::ErrorKind::Configuration, std::move(message),
                            LB_TEXT("demo", "Name another folder."));
}

base::Unexpected systemError(const std::string& path) {
    return folderError(LB_TEXT("demo", "The folder %1 can't be used: %2.").arg(path).arg(std::strerror(errno)));
}

/// The lock of a folder, or -1: somebody has it, or it can't be opened.
int tryLock(const std::string& file, bool create, bool wait) {
    const int fd = ::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0), 0600);
    if (fd < 0)
        return -1;
    while (::flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB)) != 0) {
        if (errno == EINTR)
            continue;
        ::close(fd);
        return -1;
    }
    return fd;
}

/// Ends what a killed demo left running, those started last first.
void endLeftovers(const std::string& folder) {
    struct Noted {
        ProcessIdentity identity;
        int signal;
    };
    std::vector<Noted> noted;
    std::ifstream file(folder + "/" + kProcesses);
    Noted entry;
    while (file >> entry.identity.pid >> entry.identity.startTicks >> entry.identity.bootId >> entry.signal)
        noted.push_back(entry);
    for (auto it = noted.rbegin(); it != noted.rend(); ++it) {
        if (!lives(it->identity))
            continue;
        base::log::warning("ending process " + std::to_string(it->identity.pid) + " of a demo that was killed");
        if (!endProcess(it->identity, it->signal, std::chrono::seconds(5)))
            base::log::error("process " + std::to_string(it->identity.pid) + " could not be ended");
    }
    std::error_code ignored;
    fs::remove(folder + "/" + kProcesses, ignored);
}

void removeFolder(const std::string& path) {
    std::error_code error;
    fs::remove_all(path, error);
    if (error)
        base::log::warning("the folder " + path + " could not be removed: " + error.message());
}

/// Looks after the folders of demos that no longer live.
void sweep(const std::string& root) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(root, ignored)) {
        if (!entry.is_directory(ignored) || entry.is_symlink(ignored))
            continue;
        const std::string path = entry.path();
        const int lock = tryLock(path + "/" + kLock, true, false);
        if (lock < 0)
            continue;
        endLeftovers(path);
        if (!fs::exists(path + "/" + kKept, ignored))
            removeFolder(path);
        ::close(lock);
    }
}

/// The root is in a folder where anybody may write: it must be a folder of our own that nobody else may change.
base::Result<void> makeRoot(const std::string& root) {
    if (::mkdir(root.c_str(), 0711) != 0 && errno != EEXIST)
        return systemError(root);
    struct stat info {};
    if (::lstat(root.c_str(), &info) != 0)
        return systemError(root);
    if (!S_ISDIR(info.st_mode) || info.st_uid != ::geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return folderError(LB_TEXT("demo", "%1 is not a folder that belongs to this user alone.").arg(root));
    ::chmod(root.c_str(), 0711);
    return {};
}

} // namespace

std::string instancesRoot() {
    std::error_code failed;
    fs::path temporary = fs::temp_directory_path(failed);
    if (failed)
        temporary = "/tmp";
    return temporary / ("latchboard-" + std::to_string(::geteuid()));
}

base::Result<std::shared_ptr<InstanceFolder>> InstanceFolder::open(const std::string& path) {
    std::error_code failed;
    if (path.empty()) {
        const std::string root = instancesRoot();
        if (auto made = makeRoot(root); !made)
            return base::Unexpected(made.error());
        // One at a time makes and sweeps, so that a folder without a lock yet is never taken for a leftover.
        const int rootLock = tryLock(root + "/lock", true, true);
        if (rootLock < 0)
            return systemError(root);
        sweep(root);
        std::string folder = root + "/demo-XXXXXX";
        const bool made = ::mkdtemp(folder.data()) != nullptr && ::chmod(folder.c_str(), 0711) == 0;
        const int lock = made ? tryLock(folder + "/" + kLock, true, false) : -1;
        const int reason = errno;
        ::close(rootLock);
        errno = reason;
        if (lock < 0)
            return systemError(folder);
        return std::shared_ptr<InstanceFolder>(new InstanceFolder(folder, root, lock));
    }

    const std::string folder = fs::absolute(path, failed).lexically_normal();
    const bool former = fs::exists(folder + "/" + kLock, failed);
    if (!former && fs::exists(folder, failed) && !fs::is_empty(folder, failed))
        return folderError(LB_TEXT("demo", "The folder %1 holds something that is not a demo.").arg(folder));
    fs::create_directories(folder, failed);
    const int lock = tryLock(folder + "/" + kLock, true, false);
    if (lock < 0 && errno == EWOULDBLOCK)
        return folderError(LB_TEXT("demo", "Another demo runs in the folder %1.").arg(folder));
    if (lock < 0)
        return systemError(folder);
    std::shared_ptr<InstanceFolder> instance(new InstanceFolder(folder, {}, lock));
    endLeftovers(folder);
    if (!fs::exists(folder + "/" + kKept, failed)) {
        for (const auto& entry : fs::directory_iterator(folder, failed)) {
            if (entry.path().filename() != kLock)
                removeFolder(entry.path());
        }
    } else {
        instance->m_kept = true;
    }
    if (!former)
        ::chmod(folder.c_str(), 0711);
    return instance;
}

InstanceFolder::~InstanceFolder() {
    std::error_code ignored;
    fs::remove(m_path + "/" + kProcesses, ignored);
    if (!m_kept) {
        // Nobody sweeps while the folder is half gone.
        const int rootLock = m_root.empty() ? -1 : tryLock(m_root + "/lock", true, true);
        removeFolder(m_path);
        if (rootLock >= 0)
            ::close(rootLock);
    }
    ::close(m_lock);
}

base::Result<void> InstanceFolder::note(const ProcessIdentity& process, int stopSignal) const {
    const std::string line = std::to_string(process.pid) + " " + std::to_string(process.startTicks) + " " +
                             process.bootId + " " + std::to_string(stopSignal) + "\n";
    const std::string file = m_path + "/" + kProcesses;
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const bool written = fd >= 0 && ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const int reason = errno;
    if (fd >= 0)
        ::close(fd);
    errno = reason;
    return written ? base::Result<void>() : base::Result<void>(systemError(file));
}

base::Result<void> InstanceFolder::keep() {
    if (!std::ofstream(m_path + "/" + kKept))
        return systemError(m_path);
    m_kept = true;
    return {};
}

} // namespace latchboard::demo
