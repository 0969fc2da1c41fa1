package org.eejs.lab.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProfile;
import org.eejs.pki.files.PrivateFolder;

/** A role of this host whose stacks are sampled for the lab. For one thread at a time. */
final class SampledRole {
    private final Path folder;
    private final RoleProfile profile;

    /**
     * One that is not sampled yet.
     *
     * @param folder for its recordings
     */
    SampledRole(Role role, Path folder, Path home, HostRequest.BeginProfile request) {
        this.folder = folder;
        this.profile = role.profile(new RoleProfile.Request(request.application(), home, folder.resolve("bank.jfr"),
                request.plan()));
    }

    synchronized void begin() throws IOException {
        PrivateFolder.make(folder);
        profile.begin();
    }

    synchronized void end() {
        profile.end();
    }

    synchronized HostRequest.Profile read(double pagesPerSecond) {
        RoleProfile.Findings found = profile.findings(pagesPerSecond);
        List<HostRequest.Profile.Counted> places = found.samples().places().entrySet().stream()
                .map(each -> new HostRequest.Profile.Counted(each.getKey(), each.getValue())).toList();
        return new HostRequest.Profile(found.samples().sampling(), places, found.samples().systemCalls(),
                found.walkMillisPerSecond(), found.waits(), HostedStacks.of(found.stacks()));
    }
}
