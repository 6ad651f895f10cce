// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/app/starters.h"

#include "demo/demo.h"
#include "ops/server_session.h"

namespace latchboard::console {
namespace {

class ConfiguredStarter final : public Starter {
public:
    ConfiguredStarter(std::string config, ops::ServerChoice choice)
        : m_config(std::move(config)), m_choice(std::move(choice)) {}

    base::Result<Started> start(std::stop_token stop, const std::function<void(const base::Text&)>&) override {
        auto configuration = ops::loadConfiguration(m_config, ops::askServerForJobs(stop));
        if (!configuration) {
            return base::Unexpected(configuration.error());
        }
        auto profile = ops::chooseServer(*configuration, m_choice);
        if (!profile) {
            return base::Unexpected(profile.error());
        }
        return Started{std::move(*configuration), std::move(*profile), false};
    }

private:
    std::string m_config;
    ops::ServerChoice m_choice;
};

class DemoStarter final : public Starter {
public:
    base::Result<Started> start(std::stop_token stop, const std::function<void(const base::Text&)>& doing) override {
        demo::DemoOptions options;
        options.progress = [&doing](const base::Text& part) { doing(LB_TEXT("console", "Demo: %1...").arg(part)); };
        m_demo.reset();
        auto demo = demo::Demo::start(options, stop);
        if (!demo) {
            return base::Unexpected(demo.error());
        }
        m_demo = std::move(*demo);
        const demo::DemoInfo& info = m_demo->info();
        auto configuration = ops::loadConfiguration(info.configFile);
        if (!configuration) {
            return base::Unexpected(configuration.error());
        }
        const ops::Profile* profile = configuration->profile(info.profile);
        if (profile == nullptr) {
            return base::Unexpected(
                base::ErrorKind::Internal,
                LB_TEXT("console", "The demo's configuration has no profile %1.").arg(info.profile));
        }
        return Started{*configuration, *profile, true};
    }

private:
    std::unique_ptr<demo::Demo> m_demo;
};

} // namespace

std::unique_ptr<Starter> configuredStarter(const std::string& config, const ops::ServerChoice& choice) {
    return std::make_unique<ConfiguredStarter>(config, choice);
}

std::unique_ptr<Starter> demoStarter() {
    return std::make_unique<DemoStarter>();
}

} // namespace latchboard::console
