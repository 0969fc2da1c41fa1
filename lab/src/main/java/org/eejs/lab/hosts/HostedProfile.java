package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eejs.lab.processes.RoleProfile;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.profile.Categories;
import org.eejs.profile.CpuSamples;
import org.eejs.profile.FlameGraphFile;
import org.eejs.profile.Place;
import org.eejs.profile.SampledJvm;
import org.eejs.profile.StackSample;
import org.eejs.result.CpuProfile;

/** The sampling of a process on a host, as the lab sees it. */
final class HostedProfile implements RoleProfile {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Fleet fleet;
    private final String host;
    private final String role;
    private final int process;
    private final Request request;
    private final Map<String, String> problems = new HashMap<>();

    HostedProfile(Fleet fleet, String host, String role, int process, Request request) {
        this.fleet = fleet;
        this.host = host;
        this.role = role;
        this.process = process;
        this.request = request;
    }

    @Override
    public void begin() {
        ask("begin", new HostRequest.BeginProfile(process, request.application(), request.plan()));
    }

    @Override
    public void end() {
        ask("end", new HostRequest.EndProfile(process));
    }

    private void ask(String what, HostRequest asked) {
        try {
            fleet.ask(host, asked, JsonNode.class, PATIENCE);
        } catch (RunFailedException e) {
            problems.put(what, e.getMessage());
        }
    }

    @Override
    public Findings findings(double pagesPerSecond) {
        try {
            HostRequest.Profile found = fleet.ask(host, new HostRequest.ReadProfile(process, pagesPerSecond),
                    HostRequest.Profile.class, PATIENCE);
            draw(found.stacks().samples());
            Map<Place, Long> places = new HashMap<>();
            found.places().forEach(each -> places.put(each.place(), each.micros()));
            return new Findings(new CpuSamples(found.sampling(), places, found.systemCalls()),
                    found.walkMillisPerSecond(), found.waits(), Map.of());
        } catch (RunFailedException | IOException e) {
            problems.put("read", e.getMessage());
            return new Findings(new CpuSamples(CpuProfile.unknown(List.copyOf(problems.values())).profile(), Map.of(),
                    Map.of()), 0, null, Map.of());
        }
    }

    /** Only the lab makes pages: names that a host sends are text there. */
    private void draw(Map<StackSample, Long> stacks) throws IOException {
        if (!stacks.isEmpty()) {
            FlameGraphFile.write(request.recordings().resolveSibling(SampledJvm.FLAME_GRAPH), "CPU of the " + role,
                    stacks, Categories.of(request.application(), stacks.keySet())::place);
        }
    }
}
