package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.Xml.Settings;
import org.eejs.result.Xml.Topology;
import org.eejs.result.Xml;

/**
 * All that a report says about XML transactions.
 *
 * @param id tells the sections of a report apart
 * @param alarms what makes figures wrong
 * @param cautions what to know before believing the figures
 * @param procedure how it was measured, as sentences
 * @param studies those that have cells
 * @param topology how processors stand to each other, as a sentence
 * @param notes what could not be done
 */
public record XmlSection(String id, Finding finding, List<String> alarms, List<String> cautions, List<String> procedure,
        List<XmlStudyReport> studies, String topology, List<String> notes) implements Chapter {
    private static final List<String> ORDER = List.of(Xml.TRANSACTIONS, Xml.PARSERS, Xml.THREADS, Xml.JVM_OPTIONS,
            Xml.LARGE_PAGES, Xml.SIGNATURES);

    public static XmlSection of(String id, Xml xml) {
        List<XmlCell> cells = XmlCell.of(xml);
        XmlLooks looks = new XmlLooks();
        List<String> asked = xml.settings().studies();
        List<XmlStudyReport> studies = Stream.of(asked.stream(), ORDER.stream(), cells.stream().map(cell ->
                cell.cell().study())).flatMap(names -> names).filter(Objects::nonNull).distinct().flatMap(name -> {
            List<XmlCell> own = cells.stream().filter(cell -> name.equals(cell.cell().study())).toList();
            return own.isEmpty() ? Stream.empty() : Stream.of(study(id + "-" + name.replaceAll("[^a-z-]", ""), name,
                    own, xml.topology(), looks).with(XmlCpuTable.of(own)));
        }).toList();
        List<String> alarms = alarms(cells);
        return new XmlSection(id, XmlFinding.of(cells, studies, alarms, xml.settings().quick()),
                alarms, cautions(xml, cells, asked),
                procedure(xml), studies, topology(xml.topology()), xml.notes());
    }

    @Override
    public List<Section> sections() {
        Section last = notes.isEmpty() ? Section.of("Processors").in(Where.PAGE)
                : Section.of("What could not be done here", new Block.Bullets("plain", notes, Where.EVERYWHERE));
        return Stream.concat(studies.stream().map(XmlStudyReport::section), Stream.of(last.identified(id + "-notes")
                .with(Block.note(topology))).filter(section -> !section.blocks(Where.Form.HTML).isEmpty())).toList();
    }

    private static XmlStudyReport study(String id, String name, List<XmlCell> cells, Topology topology,
            XmlLooks looks) {
        return switch (name) {
            case Xml.PARSERS -> XmlParsersStudy.of(id, cells, looks);
            case Xml.THREADS -> XmlThreadsStudy.of(id, cells, topology);
            case Xml.JVM_OPTIONS -> XmlOptionsStudy.of(id, cells);
            case Xml.LARGE_PAGES -> XmlPagesStudy.of(id, cells);
            case Xml.SIGNATURES -> XmlSignaturesStudy.of(id, cells, looks);
            default -> XmlTransactionsStudy.of(id, cells);
        };
    }

    /** For each provider whose work is not proved, of which keys. */
    private static List<String> alarms(List<XmlCell> cells) {
        return XmlCellGroup.by(cells.stream().filter(XmlSection::isUnproved).toList(), XmlSignaturesStudy::provider)
                .stream().map(provider -> "%s: it is not proved that the token or server did the work%s; %s.".formatted(
                        provider.name(), provider.cells().stream().map(XmlFacet.KEY::of).filter(Objects::nonNull)
                                .distinct().collect(Collectors.collectingAndThen(Collectors.toList(), keys ->
                                        keys.isEmpty() ? "" : " with " + Sentence.joined(keys))),
                        XmlColumn.counted(provider.cells().get(0).proof()))).toList();
    }

    private static boolean isUnproved(XmlCell cell) {
        return cell.proof() != null && !cell.proof().held();
    }

    private static List<String> cautions(Xml xml, List<XmlCell> cells, List<String> asked) {
        List<String> cautions = new ArrayList<>();
        xml.brokenOff().ifPresent(cautions::add);
        List<String> missing = asked.stream().filter(name -> cells.stream().noneMatch(cell ->
                name.equals(cell.cell().study()))).toList();
        if (!missing.isEmpty()) {
            cautions.add("Nothing was measured of " + Sentence.joined(missing) + ".");
        }
        long failed = cells.stream().filter(cell -> !cell.measured()).count();
        if (failed > 0) {
            cautions.add("%s of %s cells have no figure; the tables say why.".formatted(Format.count(failed),
                    Format.count(cells.size())));
        }
        long unsteady = cells.stream().flatMap(cell -> cell.rounds().stream()).filter(round -> !round.steady()).count();
        if (unsteady > 0) {
            cautions.add("In %s of %s rounds the level changed in the steady state.".formatted(Format.count(unsteady),
                    Format.count(cells.stream().mapToLong(cell -> cell.rounds().size()).sum())));
        }
        if (cells.stream().anyMatch(XmlCell::measured) && cells.stream().allMatch(cell -> cell.low() == null)) {
            cautions.add("There are no intervals, since each cell was measured once: differences may be chance.");
        }
        return List.copyOf(cautions);
    }

    private static List<String> procedure(Xml xml) {
        Settings settings = xml.settings();
        return List.of("%s: %s, each cell in a JVM of its own, with %s of warm-up and %s that count.".formatted(
                settings.quick() ? "A first look" : "The thorough way", Sentence.count(settings.rounds(), "round"),
                seconds(settings.warmUpSeconds()), seconds(settings.steadySeconds())),
                "Documents are in memory and threads never pause; each transaction’s outcome was checked before.",
                "Seed %d.%s".formatted(settings.seed(), versions(settings.libraries())));
    }

    private static String versions(Map<String, String> libraries) {
        return libraries.isEmpty() ? "" : " " + new TreeMap<>(libraries).entrySet().stream()
                .map(each -> each.getKey() + "\u00a0" + each.getValue())
                .collect(Collectors.joining(", ", "", "."));
    }

    private static String seconds(double seconds) {
        return Format.plain(seconds) + "\u00a0s";
    }

    private static String topology(Topology topology) {
        if (topology.cores().isEmpty()) {
            return "";
        }
        int cores = topology.cores().size();
        return "%s with %s: processors %s.".formatted(Sentence.count(cores, "core"),
                topology.threadsPerCore() == 1 ? "1 hardware thread each"
                        : "up to " + Format.count(topology.threadsPerCore()) + " hardware threads each",
                String.join(" | ", topology.cores()));
    }

    /** All charts in the order of the page. */
    public List<XmlPanel> panels() {
        return studies.stream().flatMap(study -> study.drawn().stream()).toList();
    }
}
