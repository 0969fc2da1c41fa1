package org.eejs.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.run.DiagnosisSection;
import org.eejs.report.text.Sentence;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.Operation;
import org.eejs.result.RecordMapping;
import org.eejs.result.Result;
import org.eejs.terminal.Printable;

/**
 * The findings of the doctor in SARIF 2.1.0, the OASIS format of static analysis. Their places are methods, because a
 * JVM does not show where its source files are. Not thread-safe; created for one result.
 */
public final class SarifFile {
    private static final ObjectMapper JSON = RecordMapping.in(new ObjectMapper())
            .enable(SerializationFeature.INDENT_OUTPUT);
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String UNEXPLAINED = "unexplained-cost";
    private static final String ERROR = "error";
    /** The method of a caller, such as {@code okhttp3.RealCall.execute, for com.example.Pay.call(Pay.java:41)}. */
    private static final Pattern METHOD = Pattern.compile("(?:.*, for )?([^\\s()]+)(?:\\([^)]*\\))?");
    private static final Pattern CLASS = Pattern.compile("(^|.*\\.)\\p{Lu}.*");

    private final List<Rule> rules = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    private record Text(String text) {}

    private record Rule(String id, Text shortDescription, Text help, Map<String, String> properties) {}

    private record LogicalLocation(String fullyQualifiedName, String kind) {}

    private record Location(List<LogicalLocation> logicalLocations) {}

    private record Finding(String ruleId, int ruleIndex, String level, Text message, List<Location> locations,
            Shares properties) {}

    private record Shares(double cpuShare, @JsonInclude(JsonInclude.Include.NON_NULL) Double savedShare) {}

    private record Notification(String level, Text message) {}

    private record Invocation(boolean executionSuccessful, String startTimeUtc,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Notification> toolExecutionNotifications) {}

    private record Driver(String name, @JsonInclude(JsonInclude.Include.NON_NULL) String version, List<Rule> rules) {}

    private record Tool(Driver driver) {}

    private record Run(Tool tool, List<Invocation> invocations, List<Finding> results) {}

    private record Log(@JsonProperty("$schema") String schema, String version, List<Run> runs) {}

    private SarifFile() {}

    /**
     * Returns the text of the file: an error for what costs more than the threshold, and notes for the other findings.
     *
     * @param result the result of the doctor
     * @param unknown why the cost is unknown; null if it is known
     */
    public static String of(Result result, String unknown) {
        Diagnosis diagnosis = result.diagnosis();
        SarifFile file = new SarifFile();
        diagnosis.unexplained().ifPresent(file::add);
        diagnosis.findings().forEach(each -> file.add(each, diagnosis.threshold()));
        Invocation invocation = new Invocation(unknown == null, result.startedAt(), unknown == null ? List.of()
                : List.of(new Notification(ERROR, new Text(Sentence.of(unknown)))));
        try {
            return Printable.text(JSON.writeValueAsString(new Log(SCHEMA, "2.1.0", List.of(new Run(new Tool(
                    new Driver("EEJS doctor", result.version(), file.rules)), List.of(invocation), file.findings))))
                    + '\n');
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("writing findings as JSON failed", e);
        }
    }

    private void add(Operation operation) {
        add(new Rule(UNEXPLAINED, new Text("No rule explains the largest cost."),
                new Text("Look at the caller in flame-graph.html."), Map.of()), ERROR,
                Sentence.of(DiagnosisSection.words(operation)), operation.cause().orElse(""),
                new Shares(operation.share(), null));
    }

    private void add(Diagnosis.Finding finding, double threshold) {
        String fix = Sentence.of(finding.cure().words());
        String help = Stream.concat(Stream.of(fix), finding.cure().lines().stream())
                .collect(Collectors.joining("\n"));
        add(new Rule(finding.rule(), new Text(Sentence.of(finding.title())), new Text(help),
                Map.of("source", finding.source())),
                finding.savedShare() > threshold ? ERROR : "note",
                Sentence.of(DiagnosisSection.words(finding)) + " " + fix,
                finding.caller() == null ? "" : finding.caller(), new Shares(finding.cpuShare(), finding.savedShare()));
    }

    private void add(Rule rule, String level, String message, String caller, Shares shares) {
        Matcher method = METHOD.matcher(caller);
        findings.add(new Finding(rule.id(), rules.size(), level, new Text(message), !method.matches() ? List.of()
                : List.of(new Location(List.of(new LogicalLocation(method.group(1),
                        CLASS.matcher(method.group(1)).matches() ? "function" : "package")))), shares));
        rules.add(rule);
    }
}
