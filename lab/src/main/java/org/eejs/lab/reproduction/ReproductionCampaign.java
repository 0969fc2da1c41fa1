package org.eejs.lab.reproduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.rounds.MeasurementRounds;
import org.eejs.lab.rounds.Outcome;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;
import org.eejs.result.Published.Verdict;
import org.eejs.result.Reproduction;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;

/**
 * Repeats published experiments by commands of EEJS in separate processes, and compares the measured figures with the
 * published ones. The result is written after each command; a stopped campaign continues from there. For one thread.
 */
public final class ReproductionCampaign {
    /**
     * The options by which a command ends with a result in spite of a bad or open verdict, which the publication may
     * have, too.
     */
    private static final List<Integer> WITH_RESULT = List.of(0, 3, 4);
    private static final int WRONG_INPUT = 2;

    private final List<PublishedItem> items;
    private final boolean quick;
    private final Path hosts;
    private final Program program;
    private final RunProgress progress;
    private final AbortSwitch abort;
    private final String startedAt;
    private final Map<String, Reproduction.Step> steps = new LinkedHashMap<>();
    private final Map<Path, Result> read = new HashMap<>();
    private RunDirectory directory;

    /** Runs EEJS as a separate process. */
    public interface Program {
        /**
         * The outcome of a process.
         *
         * @param exitCode its exit code
         * @param lastLine its last line about the reason; null without one
         */
        record End(int exitCode, String lastLine) {}

        /**
         * Runs it to its end.
         *
         * @param words its arguments
         * @param log the file for its standard output
         * @throws RunFailedException if the measurement was aborted; the process has ended then
         */
        End run(List<String> words, Path log) throws IOException, RunFailedException, InterruptedException;
    }

    /**
     * Prepares a campaign.
     *
     * @param items the experiments to repeat
     * @param quick whether a quick run is enough
     * @param earlier the result before the campaign was stopped; null for a new one
     * @param hosts the file of hosts for commands that run the bank; null to run all on this machine
     */
    public ReproductionCampaign(List<PublishedItem> items, boolean quick, Result earlier, Path hosts, Program program,
            RunProgress progress, AbortSwitch abort) {
        this.items = items;
        this.quick = quick;
        this.hosts = hosts;
        this.program = program;
        this.progress = progress;
        this.abort = abort;
        this.startedAt = earlier == null ? Outcome.now() : earlier.startedAt();
        if (earlier != null) {
            earlier.reproduction().items().forEach(item -> item.steps().forEach(step ->
                    steps.put(item.name() + "/" + step.name(), step)));
        }
    }

    /** Repeats the experiments, one after another. */
    public Outcome run(RunDirectory where) {
        directory = where;
        MeasurementRounds rounds = new MeasurementRounds(progress, abort, where, this::result);
        String failure = abort.carryOut(() -> {
            int minutes = items.stream().mapToInt(item -> item.minutes(quick)).sum();
            for (PublishedItem item : items) {
                for (PublishedItem.Step step : item.form().steps()) {
                    for (int i = 1; i <= step.rounds(quick); i++) {
                        int round = i;
                        Reproduction.Step made = made(item, step.round(round));
                        if (made == null || !made.isDone()) {
                            rounds.carryOut("%s, %s: about %s of %s".formatted(item.name(), step.round(round),
                                    words(item.minutes(quick)), words(minutes)), () -> carryOut(item, step, round));
                        }
                    }
                }
            }
        }, "an experiment failed to start");
        return new Outcome(result(), failure);
    }

    private static String words(int minutes) {
        return minutes < 100 ? minutes + " minutes" : "%.1f hours".formatted(minutes / 60.0);
    }

    /** Returns a finished step; null if it is not finished. */
    private Reproduction.Step made(PublishedItem item, String name) {
        return steps.get(item.name() + "/" + name);
    }

    private StepFigures figures(PublishedItem item) {
        return new StepFigures((name, round) -> made(item, item.step(name).round(round)),
                step -> measured(directory.named(step.folder())), item.form().figures());
    }

    private void carryOut(PublishedItem item, PublishedItem.Step step, int round)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        String name = step.round(round);
        Path folder = directory.folder(item.paper(), item.item()).resolve(name);
        boolean goesOn = step.kind().hasConfigurations() && Files.exists(folder.resolve(RunDirectory.RESULT));
        folder = goesOn ? folder : free(folder);
        PrivateFolder.make(folder);
        long start = System.nanoTime();
        List<String> words = List.of(step.command());
        Program.End end;
        try {
            words = goesOn ? resumed(step, folder) : words(item, step, round, folder);
            end = program.run(words, folder.resolve("output.txt"));
        } catch (InputException e) {
            end = new Program.End(WRONG_INPUT, e.getMessage());
        }
        double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
        String command = String.join(" ", words).replace(directory.path() + "/", "");
        String relative = directory.path().relativize(folder).toString();
        boolean measured = Files.exists(folder.resolve(RunDirectory.RESULT));
        String failure = WITH_RESULT.contains(end.exitCode()) && measured ? null
                : end.lastLine() == null ? "it ended with exit code " + end.exitCode() : end.lastLine();
        steps.put(item.name() + "/" + name,
                new Reproduction.Step(name, command, relative, seconds, end.exitCode(), failure));
        read.clear();
        if (failure != null) {
            progress.warning(item.name() + ", " + name + ": " + failure);
        }
    }

    private List<String> resumed(PublishedItem.Step step, Path folder) {
        return withHosts(step, List.of(step.command().split("\\s")[0], "--resume", folder.toString()));
    }

    /** Returns the words of a command that starts; its experiment is in the folder. */
    private List<String> words(PublishedItem item, PublishedItem.Step step, int round, Path folder)
            throws IOException {
        ToDoubleFunction<String> formulas = text -> figures(item).value(text, step.name(), round);
        List<String> words = step.words(quick, formulas);
        String experiment = step.experiment(quick, formulas);
        if (experiment != null) {
            Path file = folder.resolve("experiment.yaml");
            PrivateFile.write(file, experiment);
            words.addAll(List.of("--experiment", file.toString()));
        }
        words.addAll(List.of("--out", folder.toString()));
        return withHosts(step, words);
    }

    private List<String> withHosts(PublishedItem.Step step, List<String> words) {
        return hosts == null || !step.kind().hasExperiment() ? words
                : Stream.concat(words.stream(), Stream.of("--hosts", hosts.toString())).toList();
    }

    /** Returns a free folder for a command that does not resume; the files of the earlier one remain. */
    private static Path free(Path folder) {
        Path free = folder;
        for (int i = 2; Files.exists(free.resolve(RunDirectory.RESULT)); i++) {
            free = folder.resolveSibling(folder.getFileName() + "-" + i);
        }
        return free;
    }

    private Result result() {
        List<Reproduction.Item> made = new ArrayList<>();
        List<Reproduction.Figure> figures = new ArrayList<>();
        for (PublishedItem item : items) {
            made.add(item.of(item.form().steps().stream().flatMap(step -> IntStream.rangeClosed(1, step.rounds(quick))
                    .mapToObj(round -> made(item, step.round(round)))).filter(Objects::nonNull).toList()));
            item.form().published().forEach(row -> figures.add(new Reproduction.Figure(item.paper(), item.item(),
                    item.place(row), PublishedItem.printed(row), row.number(), figure(item, row))));
        }
        return Result.of(Reproduction.COMMAND, startedAt, Machine.disclosure(),
                new Reproduction(quick, made, figures));
    }

    private PublishedFigure figure(PublishedItem item, PublishedItem.Row row) {
        if (row.notHere() != null) {
            return FigureVerdict.notHere(row.row(), row.notHere());
        }
        PublishedItem.Step step = item.step(row);
        if (row.over() != null) {
            return figures(item).judge(row.row(), row.over(), step.name(), step.rounds(quick));
        }
        Reproduction.Step made = made(item, step.name());
        if (made == null) {
            return FigureVerdict.notHere(row.row(), "not run yet");
        }
        Result measured = measured(directory.named(made.folder()));
        if (measured == null) {
            return FigureVerdict.notHere(row.row(), made.failure());
        }
        if (quick && step.quickConfigurations() != null
                && !(step.quickConfigurations().contains(row.configuration())
                && (row.relativeTo() == null || step.quickConfigurations().contains(row.relativeTo())))) {
            return FigureVerdict.notHere(row.row(), "left out of the quick run");
        }
        PublishedFigure figure = PublishedFigures.of(row.row(), measured);
        if (figure.verdict() == Verdict.NOT_HERE && made.failure() != null) {
            return FigureVerdict.notHere(row.row(), made.failure());
        }
        return figure.verdict() != Verdict.DIFFERS || row.ifItDiffers() == null ? figure
                : new PublishedFigure(figure.row(), figure.measured(), figure.ci95(), figure.runs(), figure.verdict(),
                        figure.reason() + ": " + row.ifItDiffers());
    }

    /** Returns the result of a command; null if it left none. */
    private Result measured(Path folder) {
        return read.computeIfAbsent(folder, key -> {
            try {
                return RunDirectory.read(key);
            } catch (InputException e) {
                return null;
            }
        });
    }
}
