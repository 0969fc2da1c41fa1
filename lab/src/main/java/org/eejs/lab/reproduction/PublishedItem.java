package org.eejs.lab.reproduction;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.lab.settings.ExperimentFile;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.PublishedRows;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.result.InputException;
import org.eejs.result.Published;
import org.eejs.result.Published.Relation;
import org.eejs.result.Reproduction;

/**
 * A published experiment: a file {@code <paper>/<item>.yaml} with the commands that repeat it, and the published
 * figures. Immutable.
 *
 * @param paper the folder's name
 * @param item the file's name without its extension
 * @param file the file
 * @param document the document; null if unknown
 * @param form the content of the file
 */
public record PublishedItem(String paper, String item, Path file, PublishedDocuments.Document document, Form form) {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern FORMULA = Pattern.compile("\\{\\{(.+?)\\}\\}");

    /**
     * The keys of a file.
     *
     * @param title the subject of the experiment
     * @param places its places in the document, the most important first
     * @param original the original machine and software
     * @param standIn the differences here, and the reason why this is the nearest
     * @param notHere the reason why this is impossible here; null if it is possible
     * @param minutes its approximate duration here; null if it is impossible
     * @param quickMinutes the same for a quick run
     * @param steps the commands, in this order
     * @param figures formulas by the names that other formulas use; see {@link StepFigures}
     * @param published the figures
     */
    public record Form(String title, List<String> places, String original, String standIn, String notHere,
            Integer minutes, Integer quickMinutes, List<Step> steps, Map<String, String> figures, List<Row> published) {
        /** Fills in empty steps and figures, which an impossible experiment does not have. */
        public Form {
            steps = steps == null ? List.of() : steps;
            figures = figures == null ? Map.of() : figures;
            published = published == null ? List.of() : published;
        }
    }

    /**
     * A command of EEJS.
     *
     * @param name its name, unique among the steps
     * @param command its words after {@code ./eejs}; <code>{{formula}}</code> is a whole number by {@link StepFigures}
     * @param quick the words for a quick run
     * @param repeat the number of rounds; null for one, as in a quick run
     * @param experiment the experiment file of a command that reads one; null for others
     * @param quickConfigurations the only configurations of a quick run; null for all
     */
    public record Step(String name, String command, String quick, Integer repeat, ObjectNode experiment,
            List<String> quickConfigurations) {
        int rounds(boolean quickly) {
            return quickly || repeat == null ? 1 : repeat;
        }

        /** Returns the name of a round, from 1. */
        String round(int round) {
            return repeat == null ? name : name + "-" + round;
        }

        /**
         * Returns its words.
         *
         * @param formulas the values of formulas
         */
        public List<String> words(boolean quickly, ToDoubleFunction<String> formulas) {
            List<String> words = new ArrayList<>();
            String text = filled(quickly ? quick : command, formulas);
            for (String word : text.strip().split("\\s+(?=([^\"]*\"[^\"]*\")*[^\"]*$)")) {
                words.add(word.replace("\"", ""));
            }
            return words;
        }

        StepKind kind() {
            return StepKind.of(command);
        }

        /** Returns the experiment file as text; null if there is none. */
        String experiment(boolean quickly, ToDoubleFunction<String> formulas) throws IOException {
            if (experiment == null) {
                return null;
            }
            ObjectNode written = experiment.deepCopy();
            if (quickly && quickConfigurations != null && written.get("configurations") instanceof ArrayNode all) {
                ArrayNode kept = written.putArray("configurations");
                all.forEach(each -> {
                    if (quickConfigurations.contains(each.path("name").asText())) {
                        kept.add(each);
                    }
                });
            }
            return filled(YAML.writeValueAsString(written), formulas);
        }

        private static String filled(String text, ToDoubleFunction<String> formulas) {
            return FORMULA.matcher(text).replaceAll(found -> {
                double value = formulas.applyAsDouble(found.group(1));
                if (!Double.isFinite(value)) {
                    throw new InputException("the previous step did not measure '" + found.group(1) + "'");
                }
                return String.valueOf(Math.round(value));
            });
        }
    }

    /**
     * A published figure. {@link Published.Row} describes the keys that it shares.
     *
     * @param place its place in the document; null for the first of the file's places
     * @param printed its printed form; null if that is the ratio or the value itself, or words
     * @param step the step that measures it; null for the first
     * @param over the round of the step that counts; the metric is then a formula of {@link StepFigures}, and its value
     *     a bound. Null for figures of a result
     * @param ifItDiffers the reason for another figure on a current machine; null if unknown
     * @param notHere the reason why this figure is impossible here, though others of the file are not; null if it is
     *     possible
     */
    public record Row(String place, String printed, String words, String step, String metric, String configuration,
            String relativeTo, Double ratio, Double value, Relation relation, StepFigures.Over over, String ifItDiffers,
            String notHere) {
        Published.Row row() {
            return new Published.Row(metric, configuration, relativeTo, ratio, value, words, relation);
        }

        /** Returns the number to compare with; null for words. */
        Double number() {
            return ratio == null ? value : ratio;
        }
    }

    /**
     * Reads a file.
     *
     * @param check refuses invalid words of a command, by an {@link InputException}
     * @throws InputException with file, line and key of a fault
     */
    static PublishedItem read(Path path, PublishedDocuments documents, Consumer<List<String>> check) {
        try {
            YamlFile<Form> file = YamlFile.parse(Files.readString(path), path.toString(), path.getParent(), Form.class);
            file.require("/title", "/places");
            Path folder = path.toAbsolutePath().getParent();
            String paper = folder.getFileName().toString();
            PublishedItem read = new PublishedItem(paper, path.getFileName().toString().replaceFirst("\\.ya?ml$", ""),
                    path, documents.of(paper), file.value());
            read.check(file, documents, check);
            return read;
        } catch (FaultyFileException e) {
            throw new InputException(e.getMessage());
        } catch (IOException e) {
            throw new InputException("cannot read published experiment " + path + ": " + e.getMessage());
        }
    }

    private void check(YamlFile<Form> file, PublishedDocuments documents, Consumer<List<String>> check)
            throws FaultyFileException {
        for (int i = 0; i < form.places().size(); i++) {
            int place = i;
            at(file, "/places/" + i, () -> documents.check(paper, form.places().get(place), null));
        }
        if (form.notHere() != null) {
            return;
        }
        file.require("/minutes", "/quickMinutes", "/steps", "/published");
        Map<String, ExperimentPlan> experiments = new LinkedHashMap<>();
        for (int i = 0; i < form.steps().size(); i++) {
            Step step = form.steps().get(i);
            String pointer = "/steps/" + i;
            file.require(pointer + "/name", pointer + "/command", pointer + "/quick");
            at(file, pointer + "/command", step::kind);
            if (step.kind().hasExperiment()) {
                file.require(pointer + "/experiment");
                ExperimentPlan experiment = ExperimentFile.part(file, pointer + "/experiment");
                experiment.plans();
                experiments.put(step.name(), experiment);
                at(file, pointer + "/experiment", () -> Step.filled(step.experiment().toString(), this::one));
            }
            at(file, pointer + "/command", () -> check.accept(step.words(false, this::one)));
            at(file, pointer + "/quick", () -> check.accept(step.words(true, this::one)));
        }
        for (String name : form.figures().keySet()) {
            at(file, "/figures/" + name, () -> one(form.figures().get(name)));
        }
        for (int i = 0; i < form.published().size(); i++) {
            Row row = form.published().get(i);
            String pointer = "/published/" + i;
            at(file, pointer, () -> check(row, documents, experiments));
        }
    }

    private void check(Row row, PublishedDocuments documents, Map<String, ExperimentPlan> experiments) {
        documents.check(paper, place(row), printed(row));
        if (row.notHere() != null) {
            return;
        }
        Step step = step(row);
        if (row.over() != null || step.repeat() != null) {
            checkBound(row);
        } else if (step.kind().hasConfigurations()) {
            ExperimentPlan experiment = experiments.get(step.name());
            PublishedRows.check(row.row(), experiment.configurations().stream()
                    .map(ExperimentPlan.Configuration::name).toList());
        } else {
            PublishedRows.checkMetric(row.metric(), step.kind().metrics());
            PublishedRows.checkClaim(row.row());
            PublishedFigures.names(row.configuration(), step.kind() == StepKind.RUN);
            PublishedFigures.names(row.relativeTo(), step.kind() == StepKind.RUN);
        }
    }

    private void checkBound(Row row) {
        PublishedRows.checkClaim(row.row());
        boolean bound = row.relation() == Relation.AT_LEAST || row.relation() == Relation.AT_MOST;
        if (row.over() == null || !bound || row.configuration() != null || row.relativeTo() != null) {
            throw new InputException("metric", "a figure of the rounds of a step has keys over, value and "
                    + "relation (atLeast or atMost), but not configuration or relativeTo");
        }
        one(row.metric());
    }

    /** Refuses an invalid formula; returns 1 for others. */
    private double one(String formula) {
        StepFigures.check(formula, form.figures().keySet(), form.steps().stream().map(Step::name).toList());
        return 1;
    }

    /** Adds file, line and key to the exception of a check. */
    private static void at(YamlFile<?> file, String pointer, Runnable check) throws FaultyFileException {
        try {
            check.run();
        } catch (InputException e) {
            String below = e.key() == null ? pointer : pointer + "/" + e.key();
            throw file.fault(file.has(below) ? below : pointer, e.getMessage());
        }
    }

    String place(Row row) {
        return row.place() == null ? form.places().get(0) : row.place();
    }

    /** Returns the printed form; null for words. */
    static String printed(Row row) {
        return row.printed() != null ? row.printed() : row.number() == null ? null
                : YAML.getNodeFactory().numberNode(row.number()).asText().replaceFirst("\\.0$", "");
    }

    /** Returns the step that measures a figure. */
    Step step(Row row) {
        return row.step() == null ? form.steps().get(0) : step(row.step());
    }

    Step step(String name) {
        return form.steps().stream().filter(step -> step.name().equals(name)).findFirst()
                .orElseThrow(() -> new InputException("step", "there is no step '%s'; there are %s".formatted(
                        name, String.join(", ", form.steps().stream().map(Step::name).toList()))));
    }

    /** Returns paper and item, as the command line names it. */
    public String name() {
        return paper + "/" + item;
    }

    /** Returns all its names: its own, and those of its places. */
    List<String> names() {
        return Stream.concat(Stream.of(item), form.places().stream()
                .map(place -> place.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-")))
                .map(each -> paper + "/" + each).toList();
    }

    /** Returns its approximate duration, in minutes; 0 if it is impossible. */
    public int minutes(boolean quickly) {
        return Objects.requireNonNullElse(quickly ? form.quickMinutes() : form.minutes(), 0);
    }

    /** Returns its form in a result. */
    Reproduction.Item of(List<Reproduction.Step> steps) {
        boolean own = document == null;
        return new Reproduction.Item(paper, item, own ? file.toString() : null, form.title(),
                own ? null : document.title() + ". " + document.source(), form.places(), form.original(),
                form.standIn(), form.notHere(), steps);
    }
}
