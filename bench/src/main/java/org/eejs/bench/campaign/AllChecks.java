package org.eejs.bench.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.eejs.banking.KnownProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.RunProgress;
import org.eejs.result.Bench;

/**
 * Asks every provider on every JDK for known answers, with one JVM for each processor at a time. Nothing is timed yet.
 *
 * @param plan the plan of the measurement
 * @param logs the folder for logs of the JVMs
 */
record AllChecks(BenchPlan plan, Path logs) {
    /**
     * Asks all providers.
     *
     * @param progress gets each check as it begins, and wrong answers at once
     * @param stopped whether the check is cancelled
     * @throws IOException when no JVM can be started, or it was stopped
     */
    List<Bench.Check> ask(RunProgress progress, BooleanSupplier stopped) throws IOException {
        ExecutorService askers = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Future<List<Bench.Check>>> asked = new ArrayList<>();
            for (Jdk jdk : plan.jdks()) {
                for (List<CheckProcess.Question> questions : houses()) {
                    String provider = questions.get(0).provider();
                    asked.add(askers.submit(() -> new CheckProcess(MeasuredJvm.of(jdk, provider), logs.resolve(
                            "check-" + jdk.version() + "-" + provider.replaceAll("[^\\w.]", "_") + ".log"),
                            stopped).ask(questions)));
                }
            }
            List<Bench.Check> checks = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                progress.step("checking known answers: " + i + " of " + asked.size() + " JVMs have answered");
                List<Bench.Check> answers = asked.get(i).get();
                checks.addAll(answers);
                answers.forEach(answer -> warn(answer, progress));
            }
            return checks;
        } catch (ExecutionException e) {
            throw new IOException("a provider could not be checked: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            askers.shutdownNow();
        }
    }

    /**
     * Returns the questions for each JVM. The JDK's providers share one, as do the libraries of a group; any other
     * provider has a separate JVM.
     */
    private List<List<CheckProcess.Question>> houses() {
        Map<String, List<CheckProcess.Question>> houses = new LinkedHashMap<>();
        for (String provider : plan.request().chosenProviders()) {
            houses.computeIfAbsent(house(provider), house -> new ArrayList<>()).addAll(plan.questions(provider));
        }
        return houses.values().stream().filter(questions -> !questions.isEmpty()).toList();
    }

    private String house(String provider) {
        return KnownProvider.isOfTheJdk(provider) ? BenchRequest.JDK : plan.request().chosenGroups().stream()
                .filter(group -> !group.takesAnyProvider() && group.allProviders().contains(provider))
                .map(Group::name).findFirst().orElse(provider);
    }

    private static void warn(Bench.Check answer, RunProgress progress) {
        String who = "%s on JDK %s, %s %s".formatted(answer.provider(), answer.jdk(), answer.group(),
                answer.algorithm());
        switch (answer.verdict()) {
            case MISMATCH -> progress.warning("WRONG RESULT: " + who + " is not measured: " + answer.message());
            case FAILED -> progress.warning(who + " is not measured: " + answer.message());
            default -> { }
        }
    }
}
