// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/configuration.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>

#include <qt6keychain/keychain.h>

namespace latchboard::ops {

namespace {

using base::ErrorKind;
using base::Secret;
using base::Unexpected;

/// What stands behind "kind:", or nothing when the reference is of another kind.
std::optional<std::string> behind(const std::string& reference, std::string_view kind) {
    if (reference.rfind(kind, 0) != 0 || reference.size() == kind.size())
        return std::nullopt;
    return reference.substr(kind.size());
}

base::Result<Secret> fromFile(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Unexpected(ErrorKind::Configuration,
                          LB_TEXT("ops", "the file %1 cannot be read: %2").arg(path).arg(file.errorString()));
    constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup |
                            QFileDevice::ReadOther | QFileDevice::WriteOther | QFileDevice::ExeOther;
    if ((file.permissions() & others) != QFileDevice::Permissions())
        return Unexpected(ErrorKind::Configuration, LB_TEXT("ops", "the file %1 may be read by others").arg(path),
                          LB_TEXT("ops", "chmod 600 %1").arg(path));
    std::string content = file.readAll().toStdString();
    while (!content.empty() && (content.back() == '\n' || content.back() == '\r'))
        content.pop_back();
    return Secret(std::move(content));
}

base::Result<Secret> fromKeychain(const std::string& name) {
    QKeychain::ReadPasswordJob job(QStringLiteral("latchboard"));
    job.setAutoDelete(false);
    job.setKey(QString::fromStdString(name));
    QEventLoop loop;
    QObject::connect(&job, &QKeychain::Job::finished, &loop, &QEventLoop::quit);
    job.start();
    loop.exec();
    if (job.error() != QKeychain::NoError)
        return Unexpected(
            ErrorKind::Configuration,
            LB_TEXT("ops", "the system keychain has no \"%1\" for latchboard: %2").arg(name).arg(job.errorString()));
    return Secret(job.textData().toStdString());
}

} // namespace

bool isSecretReference(const std::string& text) {
    return behind(text, "env:") || behind(text, "file:") || behind(text, "keychain:") || behind(text, "credential:");
}

base::Result<Secret> resolveSecret(const std::string& reference, const std::string& relativeTo) {
    if (const auto name = behind(reference, "env:")) {
        if (!qEnvironmentVariableIsSet(name->c_str()))
            return Unexpected(ErrorKind::Configuration,
                              LB_TEXT("ops", "the environment variable %1 is not set").arg(*name));
        return Secret(qgetenv(name->c_str()).toStdString());
    }
    if (const auto path = behind(reference, "file:")) {
        const QString folder = QFileInfo(QString::fromStdString(relativeTo)).absolutePath();
        return fromFile(QDir(folder).absoluteFilePath(QString::fromStdString(*path)));
    }
    if (const auto name = behind(reference, "credential:")) {
        // systemd's LoadCredential= puts them in a folder of the service's own (systemd.exec(5)).
        const QString folder = qEnvironmentVariable("CREDENTIALS_DIRECTORY");
        if (folder.isEmpty())
            return Unexpected(ErrorKind::Configuration,
                              LB_TEXT("ops", "the credential \"%1\": CREDENTIALS_DIRECTORY is not set, so this was not "
                                             "started by systemd with LoadCredential=")
                                  .arg(*name));
        QFile file(folder + u'/' + QString::fromStdString(*name));
        if (!file.open(QIODevice::ReadOnly))
            return Unexpected(
                ErrorKind::Configuration,
                LB_TEXT("ops", "the credential \"%1\" cannot be read: %2").arg(*name).arg(file.errorString()));
        return Secret(file.readAll().trimmed().toStdString());
    }
    if (const auto name = behind(reference, "keychain:"))
        return fromKeychain(*name);
    return Unexpected(ErrorKind::Configuration,
                      LB_TEXT("ops", "a secret is a reference: \"env:NAME\", \"file:PATH\", \"keychain:NAME\" or "
                                     "\"credential:NAME\""));
}

} // namespace latchboard::ops
