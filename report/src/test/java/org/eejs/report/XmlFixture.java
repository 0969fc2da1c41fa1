package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.eejs.result.Xml.Cell;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Ratio;
import org.eejs.result.Xml.Round;
import org.eejs.result.Xml.Signature;
import org.eejs.result.settings.XmlSettings;

/**
 * Makes a result about XML transactions to render: invented, not measured, like {@link RenderingFixture}. Every round
 * of a cell lies by lot around a rate of its own; some cells fail.
 */
final class XmlFixture {
    private static final List<String> STUDIES = List.of(Xml.TRANSACTIONS, Xml.PARSERS, Xml.THREADS, Xml.JVM_OPTIONS,
            Xml.LARGE_PAGES, Xml.SIGNATURES);
    private static final XmlSettings COMMON = new XmlSettings("stax-parse", "jdk", "invoice", "100KB", null, null, 1,
            XmlSettings.ACROSS, "17", null, 42L);

    private final SplittableRandom random = new SplittableRandom(42);
    private final int rounds;
    private final List<Cell> cells = new ArrayList<>();
    private final List<Ratio> ratios = new ArrayList<>();
    private int document = 100_000;

    private XmlFixture(int rounds) {
        this.rounds = rounds;
    }

    /** All studies, five rounds. */
    static Result full() {
        XmlFixture fixture = new XmlFixture(5);
        fixture.transactions();
        fixture.parsers();
        fixture.threads();
        fixture.options();
        fixture.pages();
        fixture.signatures(true);
        return fixture.result(STUDIES, null, List.of("jvm-options: the heap of the slides, 3,550 MB, is scaled down to "
                + "2,048 MB, half of this machine's memory"));
    }

    /** One study, once. */
    static Result once() {
        XmlFixture fixture = new XmlFixture(1);
        fixture.parsers();
        return fixture.result(List.of(Xml.PARSERS), null, List.of());
    }

    /** Transactions by library, once. */
    static Result onceByLibrary() {
        XmlFixture fixture = new XmlFixture(1);
        fixture.transactions();
        return fixture.result(List.of(Xml.TRANSACTIONS), null, List.of());
    }

    /** One cell of one study. */
    static Result oneCell() {
        XmlFixture fixture = new XmlFixture(2);
        fixture.cell(Xml.THREADS, "1 thread", COMMON, 2_000, 0.01);
        return fixture.result(List.of(Xml.THREADS), "no core has two hardware threads, so within-core cannot be shown",
                List.of());
    }

    /** Tokens whose work was not theirs. */
    static Result unproved() {
        XmlFixture fixture = new XmlFixture(3);
        fixture.signatures(false);
        return fixture.result(List.of(Xml.SIGNATURES), null, List.of());
    }

    /** Of each study one cell, which failed. */
    static Result failed() {
        XmlFixture fixture = new XmlFixture(1);
        STUDIES.forEach(study -> fixture.failure(study, "first", COMMON, "no room"));
        return fixture.result(STUDIES, null, List.of());
    }

    /** Begun, and nothing measured. */
    static Result empty() {
        return new XmlFixture(1).result(STUDIES, null, List.of());
    }

    /** A result whose texts try to become part of the page. */
    static Result hostile() {
        String script = HostileData.SCRIPT;
        Xml full = (Xml) full().measured();
        List<Cell> cells = full.cells().stream().map(cell -> new Cell(cell.study(), "label|" + script,
                new XmlSettings(said(cell.settings().transaction()), said(cell.settings().library()),
                        "document " + script, cell.settings().size(), said(cell.settings().key()),
                        said(cell.settings().provider()), cell.settings().threads(), cell.settings().placement(),
                        "jdk " + script, List.of("-D" + script + cell.label()), 1L), "processors " + script,
                cell.documentBytes(), cell.transactionsPerSecond(), cell.ci95(), cell.cpuMicrosPerTransaction(),
                cell.cpuCi95(), cell.allocatedBytesPerTransaction(), cell.signature() == null ? null
                        : new Signature("served " + script, 1.0, 0.5,
                                new Proof("means " + script, "operations " + script,
                                1, 2, false)),
                cell.pages() == null ? null : new Pages(1, 1, 1, null, null, "note " + script), cell.rounds(),
                cell.state(), cell.error() == null ? null : "error " + script).with(!cell.measured() ? null
                        : cell.signature() == null ? CpuProfile.unknown(List.of(script))
                        : CpuProfileFixture.hostile(script).ofTransaction())).toList();
        return result(new Xml(full.settings(), new Xml.Topology(List.of("core " + script), 1, "topology " + script),
                cells, full.ratios().stream().map(ratio -> new Ratio(ratio.study(), ratio.metric(), ratio.baseline(),
                        ratio.cell(), ratio.ratio(), ratio.ci95(), "verdict " + script)).toList(),
                List.of("note " + script)));
    }

    private static String said(String words) {
        return words == null ? null : words + " " + HostileData.SCRIPT;
    }

    private static XmlSettings work(String transaction, String library, String size) {
        return new XmlSettings(transaction, library, "invoice", size, null, null, 1, XmlSettings.ACROSS, "17", null,
                42L);
    }

    private void transactions() {
        Map<String, Map<String, Double>> kinds = new LinkedHashMap<>();
        kinds.put("stax-parse", rates("jdk", 2_100, "woodstox", 2_760, "aalto", 3_480));
        kinds.put("stax-write", rates("jdk", 1_480, "woodstox", 2_900));
        kinds.put("sax-parse", rates("jdk", 2_240));
        kinds.put("fast-infoset-parse", rates("fastinfoset", 2_890));
        kinds.put("dom-parse", rates("jdk", 790));
        kinds.put("jaxb-unmarshal", rates("jaxb-ri", 960));
        kinds.put("c14n-exclusive", rates("jdk", 410, "santuario", 415, "eejs", 1_320));
        kinds.put("schema-validation", rates("jdk", 880));
        kinds.forEach((kind, libraries) -> {
            int baseline = cells.size();
            libraries.forEach((library, rate) -> {
                cell(Xml.TRANSACTIONS, kind + " " + library, work(kind, library, "100KB"), rate, 0.015);
                Cell cell = cells.remove(cells.size() - 1);
                cells.add(cell.with(library.equals("eejs") ? CpuProfile.unknown(List.of("it cannot be attached to"))
                        : CpuProfileFixture.ofTransaction(cell.cpuMicrosPerTransaction())));
                ratio(baseline, cells.size() - 1);
            });
        });
        failure(Xml.TRANSACTIONS, "xslt jdk", work("xslt", "jdk", "100KB"),
                "the transaction's outcome is wrong: 12 items instead of 13");
    }

    private static Map<String, Double> rates(Object... namesAndRates) {
        Map<String, Double> rates = new LinkedHashMap<>();
        for (int i = 0; i < namesAndRates.length; i += 2) {
            rates.put((String) namesAndRates[i], ((Number) namesAndRates[i + 1]).doubleValue());
        }
        return rates;
    }

    private void parsers() {
        List<String[]> parsers = List.of(new String[] {"stax-parse", "jdk"}, new String[] {"stax-parse", "woodstox"},
                new String[] {"stax-parse", "aalto"}, new String[] {"sax-parse", "jdk"},
                new String[] {"sax-parse", "woodstox"}, new String[] {"fast-infoset-parse", "fastinfoset"},
                new String[] {"dom-parse", "jdk"});
        double[] speeds = {210, 276, 348, 224, 271, 289, 79};
        double[] setUp = {38, 12, 3.5, 36, 14, 9, 60};
        for (int bytes : new int[] {1_012, 10_037, 99_980, 1_000_204}) {
            String size = bytes > 900_000 ? "1MB" : Math.round(bytes / 1e3) + "KB";
            int baseline = cells.size();
            for (int parser = 0; parser < speeds.length; parser++) {
                // What setting up a parser takes weighs on small documents; large ones leave the caches.
                double micros = setUp[parser] + bytes / speeds[parser] * (bytes > 900_000 && parser == 2 ? 1.27 : 1);
                document = bytes;
                cell(Xml.PARSERS, String.join(" ", parsers.get(parser)) + " " + size, work(parsers.get(parser)[0],
                        parsers.get(parser)[1], size), 1e6 / micros, 0.012);
                ratio(baseline, cells.size() - 1);
            }
        }
        document = 100_000;
    }

    private void threads() {
        for (String[] work : List.of(new String[] {"jaxb-unmarshal", "jaxb-ri"}, new String[] {"stax-parse", "jdk"})) {
            double one = work[1].equals("jdk") ? 2_100 : 960;
            for (String placement : List.of(XmlSettings.ACROSS, XmlSettings.WITHIN)) {
                int baseline = cells.size();
                for (int threads = 1; threads <= 8; threads++) {
                    double cores = placement.equals(XmlSettings.ACROSS) ? Math.min(threads, 4) : (threads + 1) / 2;
                    double second = Math.max(0, threads - cores);
                    XmlSettings settings = new XmlSettings(work[0], work[1], "invoice", "100KB", null, null, threads,
                            placement, "17", null, 42L);
                    cell(Xml.THREADS, threads + " " + placement, settings,
                            one * (cores + 0.28 * second) * (1 - 0.008 * threads), 0.02);
                    ratio(baseline, cells.size() - 1);
                }
            }
        }
    }

    private void options() {
        int baseline = cells.size();
        option("default", List.of(), 2_100);
        option("SerialGC", List.of("-XX:+UseSerialGC"), 2_170);
        option("ParallelGC", List.of("-XX:+UseParallelGC"), 2_268);
        option("ZGC", List.of("-XX:+UseZGC"), 1_890);
        option("Shenandoah", List.of("-XX:+UseShenandoahGC"), 1_960);
        option("heap of 2 GB", List.of("-Xms2g", "-Xmx2g"), 2_120);
        option("as in the slides of 2006", List.of("-Xmx3550m", "-Xms3550m", "-Xmn2g", "-Xss128k",
                "-XX:+UseParallelGC"), 2_290);
        for (int cell = baseline; cell < cells.size(); cell++) {
            ratio(baseline, cell);
        }
        failure(Xml.JVM_OPTIONS, "compact headers", with(List.of("-XX:+UseCompactObjectHeaders")),
                "Unrecognized VM option 'UseCompactObjectHeaders'");
        failure(Xml.JVM_OPTIONS, "AggressiveOpts", with(List.of("-XX:+AggressiveOpts")),
                "Unrecognized VM option 'AggressiveOpts'");
    }

    private void option(String label, List<String> options, double rate) {
        cell(Xml.JVM_OPTIONS, label, with(options), rate, 0.01);
    }

    private static XmlSettings with(List<String> options) {
        return new XmlSettings("stax-parse", "jdk", "invoice", "100KB", null, null, 2, XmlSettings.ACROSS, "17",
                options, 42L);
    }

    private void pages() {
        int baseline = cells.size();
        for (int kind = 0; kind < 2; kind++) {
            cell(Xml.LARGE_PAGES, kind == 0 ? "default" : "transparent huge pages", with(kind == 0 ? List.of()
                    : List.of("-XX:+UseTransparentHugePages")), kind == 0 ? 2_100 : 2_190, 0.008);
            Cell cell = cells.remove(cells.size() - 1);
            cells.add(new Cell(cell.study(), cell.label(), cell.settings(), cell.processors(), cell.documentBytes(),
                    cell.transactionsPerSecond(), cell.ci95(), cell.cpuMicrosPerTransaction(), cell.cpuCi95(),
                    cell.allocatedBytesPerTransaction(), null, new Pages(612_340 + 50_000 * kind, 540_672 * kind, 0,
                            kind == 0 ? 4L : 2_048L,
                            kind == 0 ? 412.7 : null, kind == 0 ? null
                                    : "TLB misses are not counted: perf says of dTLB-load-misses: not supported"),
                    cell.rounds(), cell.state(), null));
            ratio(baseline, cells.size() - 1);
        }
        failure(Xml.LARGE_PAGES, "hugetlbfs", with(List.of("-XX:+UseLargePages")),
                "OpenJDK 64-Bit Server VM warning: Failed to reserve large pages memory req_addr: 0x0 bytes: "
                        + "536870912");
    }

    private void signatures(boolean proved) {
        Map<String, Double> bare = rates("rsa-1024", 290, "rsa-2048", 1_350, "rsa-4096", 8_900, "ecdsa-p256", 310);
        Map<String, Double> providers = rates("JDK", 1, "ACCP", 0.45, "Conscrypt", 0.48, "BC", 1.35,
                "SunPKCS11-SoftHSM", 0.72, "SunPKCS11-NSS", 0.9, "EEJSRemote", 0.62);
        bare.forEach((key, micros) -> {
            int baseline = cells.size();
            providers.forEach((provider, factor) -> {
                XmlSettings settings = new XmlSettings("sign-enveloped", "jdk", "pacs.008", "10KB", key, provider, 2,
                        XmlSettings.ACROSS, "17", null, 42L);
                if (provider.equals("SunPKCS11-NSS") && key.equals("rsa-1024")) {
                    failure(Xml.SIGNATURES, provider + " " + key, settings, "CKR_KEY_SIZE_RANGE");
                    return;
                }
                document = 10_000;
                cell(Xml.SIGNATURES, provider, settings, 2e6 / (factor * micros + 220), 0.012);
                Cell cell = cells.remove(cells.size() - 1);
                boolean token = provider.contains("PKCS11");
                Proof proof = token ? new Proof("pkcs11-spy on libsofthsm2.so", "C_Sign", 200, proved ? 200 : 0, proved)
                        : provider.equals("EEJSRemote") ? new Proof("the key server's audit log", "signatures", 200,
                                200,
                                true) : null;
                cells.add(new Cell(cell.study(), cell.label(), cell.settings(), cell.processors(), cell.documentBytes(),
                        cell.transactionsPerSecond(), cell.ci95(), cell.cpuMicrosPerTransaction(), cell.cpuCi95(),
                        cell.allocatedBytesPerTransaction(), new Signature(provider.equals("JDK") ? "SunRsaSign 17"
                                : provider + " 2.1", factor * micros, factor * micros / (factor * micros + 220), proof),
                        null, cell.rounds(), cell.state(), null));
                ratio(baseline, cells.size() - 1);
            });
        });
    }

    private void failure(String study, String label, XmlSettings settings, String error) {
        cells.add(Cell.unmeasured(study, label, settings, "", List.of(), Xml.State.REFUSED, error));
    }

    private void cell(String study, String label, XmlSettings settings, double rate, double noise) {
        List<Round> own = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double measured = rate * (1 + noise * 2 * (random.nextDouble() - 0.5));
            double cpu = 1e6 * settings.threads() / measured;
            own.add(new Round(measured, cpu, 3.2 * document, 40, 12, cells.size() % 40 != 7 || round > 0,
                    List.of(measured, measured)));
        }
        double mean = own.stream().mapToDouble(Round::transactionsPerSecond).average().orElseThrow();
        double cpu = own.stream().mapToDouble(Round::cpuMicrosPerTransaction).average().orElseThrow();
        cells.add(new Cell(study, label, settings, settings.threads() == 1 ? "0" : "0-" + (settings.threads() - 1),
                document, mean, rounds == 1 ? null : List.of((1 - noise) * mean, (1 + noise) * mean), cpu,
                rounds == 1 ? null : List.of((1 - noise) * cpu, (1 + noise) * cpu), 3.2 * document, null, null, own,
                Xml.State.MEASURED, null));
    }

    private void ratio(int baseline, int cell) {
        if (baseline == cell) {
            return;
        }
        RatioInterval interval = RatioInterval.of(rates(cell).toArray(), rates(baseline).toArray());
        String verdict = interval.low() > 1 ? "better" : interval.high() < 1 ? "worse"
                : interval.low() >= 0.97 && interval.high() <= 1.03 ? "noDifference" : "inconclusive";
        ratios.add(new Ratio(cells.get(cell).study(), "transactionsPerSecond", baseline, cell, interval.ratio(),
                interval.isBounded() ? List.of(interval.low(), interval.high()) : null, verdict));
    }

    private DoubleStream rates(int cell) {
        return cells.get(cell).rounds().stream().mapToDouble(Round::transactionsPerSecond);
    }

    private Result result(List<String> studies, String topology, List<String> notes) {
        return result(new Xml(new Xml.Settings(studies, rounds == 1, rounds, 5, 10, 42,
                Map.of("Woodstox", "7.3.0", "Aalto", "1.4.0"), List.of("--study", String.join(",", studies))),
                new Xml.Topology(topology == null
                ? List.of("0,4", "1,5", "2,6", "3,7") : List.of("0", "1"), topology == null ? 2 : 1, topology), cells,
                ratios, notes));
    }

    private static Result result(Xml xml) {
        Result.Disclosure common = RenderingFixture.disclosure();
        return new Result("xml", "2026-11-21T06:11:00Z", null,
                new Result.Disclosure(common.jdks(), common.kernel(), common.cpu(), common.memory(), List.of(),
                        Map.of(), Map.of(), null, null, common.deviations().subList(0, 1)),
                xml);
    }
}
