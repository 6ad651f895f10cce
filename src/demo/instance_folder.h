// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "demo/process_identity.h"

#include <memory>
#include <string>

namespace latchboard::demo {

/// The folder of one running demo. It is locked (flock) while its demo lives, and lists the processes of that demo with
/// their identity, so that the next start can tell a living demo from a killed one, ends what the killed one left, and
/// removes its folder. Not for use from several threads, except note().
class InstanceFolder {
public:
    /// With an empty path: a new folder under `<temporary folder>/latchboard-UID`, after leftovers there are ended.
    /// With a path: that folder, which must be new, empty, or of a former demo whose leftovers are ended then; what a
    /// demo *kept* there stays. Configuration error where it is in use, holds something else or can't be made.
    static base::Result<std::shared_ptr<InstanceFolder>> open(const std::string& path);
    ~InstanceFolder(); ///< removes the folder unless keep() was called

    InstanceFolder(const InstanceFolder&) = delete;
    InstanceFolder& operator=(const InstanceFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Lists a process that the next start has to end if we can't.
    base::Result<void> note(const ProcessIdentity& process, int stopSignal) const;
    /// Leaves the folder where it is, at the end and at the next start.
    base::Result<void> keep();
    [[nodiscard]] bool kept() const { return m_kept; }

private:
    InstanceFolder(std::string path, std::string root, int lock)
        : m_path(std::move(path)), m_root(std::move(root)), m_lock(lock) {}

    std::string m_path;
    std::string m_root; ///< where the folder is one of several; else empty
    int m_lock = -1;
    bool m_kept = false;
};

/// `<temporary folder>/latchboard-UID`, where demos without a folder of their own live.
[[nodiscard]] std::string instancesRoot();

} // namespace latchboard::demo
