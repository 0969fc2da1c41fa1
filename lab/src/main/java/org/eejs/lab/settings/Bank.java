package org.eejs.lab.settings;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eejs.banking.PageGraph;
import org.eejs.banking.RoleName;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.result.settings.RunSettings;

/** The bank of the published workload and its back end, which EEJS starts. */
public record Bank() implements Subject {
    @Override
    public String name() {
        return "bank";
    }

    @Override
    public RunSettings withFile(RunSettings said) {
        return said;
    }

    @Override
    public RunSettings complete(RunSettings said) {
        return said;
    }

    @Override
    public RunSettings known(RunSettings settings, RunSettings said) {
        return settings;
    }

    @Override
    public boolean isStarted() {
        return true;
    }

    @Override
    public List<RoleName> roles() {
        return List.of(RoleName.values());
    }

    @Override
    public String response() {
        return "page";
    }

    @Override
    public Map<String, Double> expectedMix() {
        return PageGraph.expectedMixById();
    }

    @Override
    public boolean isPublished() {
        return true;
    }

    @Override
    public List<String> application() {
        return List.of("org.eejs.bank", "org.eejs.role.", "gg.jte.");
    }

    @Override
    public boolean hasFixedPort() {
        return false;
    }

    @Override
    public void checkCapacity() {
        // Only the number of sessions limits its load.
    }

    @Override
    public <T> T choose(Supplier<T> ofBank, Function<ServiceDescription, T> ofService) {
        return ofBank.get();
    }
}
