package org.eejs.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.BankFigures;
import org.eejs.result.Diagnosis;
import org.eejs.result.Figures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Unit;
import org.eejs.terminal.Printable;

/**
 * A result as lines for scripts, with fields separated by tabs:
 *
 * <pre>
 * cell  round  valid  figure  value  unit
 * comparison  cell  baseline  figure  ratio  low  high  verdict
 * operation  name  caller  perSecond  share  floor  verdict
 * finding  rule  share  saved  caller
 * </pre>
 *
 * <p>Values have all their digits. Unknown values are empty. If the service itself has no frame, the caller is the
 * library. The fields and the ids of figures do not change between versions.
 */
public final class FigureLines {
    private FigureLines() {}

    /**
     * Returns the lines of a result, each with a line end. The tab is the only control character within a line.
     */
    public static String of(Result result) {
        List<String> lines = new ArrayList<>();
        List<Observation> observations = result.observations();
        for (Observation each : observations) {
            Figures.in(each).forEach(value -> lines.add(line(each.cell(), each.round(), each.valid(), value.id(),
                    plain(value.value()), value.figure().unit().symbol())));
        }
        for (Result.Comparison each : result.comparisons()) {
            boolean known = each.ci95() != null;
            lines.add(line("comparison", each.cell(), each.baseline(), each.figure(), plain(each.ratio()),
                    known ? plain(each.ci95().get(0)) : "", known ? plain(each.ci95().get(1)) : "", each.verdict()));
        }
        if (result.diagnosis() != null) {
            lines.addAll(of(result.diagnosis()));
        }
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private static List<String> of(Diagnosis diagnosis) {
        Stream<String> shares = diagnosis.attribution().stream().collect(Collectors.groupingBy(
                Diagnosis.Part::category, TreeMap::new, Collectors.summingDouble(Diagnosis.Part::share)))
                .entrySet().stream()
                .map(each -> line("", 1, true, BankFigures.id(each.getKey()), plain(each.getValue()),
                        Unit.SHARE.symbol()));
        Stream<String> operations = diagnosis.operations().stream().map(each -> line("operation", each.name(),
                each.cause().orElse(""), plain(each.perSecond()), plain(each.share()), plain(each.floor()),
                each.verdict() == null ? "" : each.verdict().id()));
        Stream<String> findings = diagnosis.findings().stream().map(each -> line("finding", each.rule(),
                plain(each.cpuShare()), plain(each.savedShare()), caller(diagnosis, each)));
        return Stream.of(shares, operations, findings).flatMap(lines -> lines).toList();
    }

    private static String caller(Diagnosis diagnosis, Diagnosis.Finding finding) {
        return diagnosis.operations().stream().filter(each -> finding.rule().equals(each.rule()))
                .flatMap(each -> each.cause().stream()).findFirst()
                .orElse(finding.caller() == null ? "" : finding.caller());
    }

    private static String plain(Double value) {
        return value == null ? "" : plain(value.doubleValue());
    }

    private static String line(Object... fields) {
        return Stream.of(fields).map(field -> Printable.line(field.toString())).collect(Collectors.joining("\t"));
    }

    private static String plain(double value) {
        return Double.isFinite(value) ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString() : "";
    }
}
