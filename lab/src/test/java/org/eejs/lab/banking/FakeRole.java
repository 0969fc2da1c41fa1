package org.eejs.lab.banking;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Companion;
import org.eejs.lab.processes.Role;

/** A process on a host that only receives commands. */
final class FakeRole implements Role {
    final List<String> told = new ArrayList<>();
    final List<Long> reports = new ArrayList<>();
    CompletableFuture<ProcessUsage> usage = CompletableFuture.completedFuture(ProcessUsage.ZERO);
    Integer waiting;
    private final String role;
    private final String host;
    private final int processors;
    private final List<String> command;

    /** Creates a process, which is not pinned without a list of processors. */
    FakeRole(String role, String host, int processors, String pinned) {
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
    public <T> CompletableFuture<T> ask(String line, Class<T> form) {
        if (form == ProcessUsage.class) {
            return usage.thenApply(form::cast);
        }
        return CompletableFuture.completedFuture(form == Companion.CompilerQueue.class
                ? form.cast(new Companion.CompilerQueue(waiting)) : null);
    }

    @Override
    public void reportUsage(long micros) {
        reports.add(micros);
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
        // There is no process.
    }
}
