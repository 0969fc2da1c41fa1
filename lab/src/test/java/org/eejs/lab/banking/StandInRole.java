package org.eejs.lab.banking;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProfile;

/** A process on a host that is told things and says nothing by itself. */
final class StandInRole implements Role {
    final List<String> told = new ArrayList<>();
    final List<Long> reports = new ArrayList<>();
    CompletableFuture<ProcessUsage> usage = CompletableFuture.completedFuture(ProcessUsage.ZERO);
    OptionalInt waiting = OptionalInt.empty();
    private final String role;
    private final String host;
    private final int processors;
    private final List<String> command;

    /** Without a list of processors it is not pinned. */
    StandInRole(String role, String host, int processors, String pinned) {
        this.role = role;
        this.host = host;
        this.processors = processors;
        this.command = pinned == null ? List.of("java") : List.of("taskset", "-c", pinned, "java");
    }

    @Override
    public String role() {
        return role + " on " + host;
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public List<String> command() {
        return command;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public int processors() {
        return processors;
    }

    @Override
    public void tell(String word) {
        told.add(word);
    }

    @Override
    public CompletableFuture<ProcessUsage> readUsage() {
        return usage;
    }

    @Override
    public void reportUsage(long micros) {
        reports.add(micros);
    }

    @Override
    public void spreadCompiler(boolean everywhere) {
        // It compiles nothing.
    }

    @Override
    public CompletableFuture<List<String>> finalFlags() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<OptionalInt> waitingCompilations() {
        return CompletableFuture.completedFuture(waiting);
    }

    @Override
    public RoleProfile profile(RoleProfile.Request request) {
        throw new UnsupportedOperationException("nothing is sampled");
    }

    @Override
    public String describeLog() {
        return "it has no log";
    }

    @Override
    public String describeEnd() {
        return "the " + role() + " ended";
    }

    @Override
    public void close() {
        // It is no process.
    }
}
