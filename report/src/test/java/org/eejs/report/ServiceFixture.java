package org.eejs.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.Load;
import org.eejs.result.BankingFigures.TlsHandshakes;
import org.eejs.result.BankingFigures.Usage;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.Experiment.RunsCompared;
import org.eejs.result.Measured;
import org.eejs.result.Result;
import org.eejs.result.Result.HandshakeCount;
import org.eejs.result.Result.Handshakes;
import org.eejs.result.Result.PageFigures;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Second;
import org.eejs.result.ServiceFigures;
import org.eejs.result.ServiceFigures.Sample;
import org.eejs.result.ServiceFigures.Scenario;
import org.eejs.result.settings.RunSettings;

/** Runs of a user's own service to render: those of {@link RenderingFixture}, told of a shop. */
final class ServiceFixture {
    private static final List<String> STEPS = List.of("browse/home", "browse/search", "browse/article", "order/login",
            "order/basket", "order/address", "order/pay", "order/confirmation");
    private static final HandshakeCount NONE = new HandshakeCount(0, 0);

    private ServiceFixture() {}

    /** With a process, whose JVM counted more handshakes than users made. */
    static Result measured() {
        return result(RenderingFixture.valid(), true);
    }

    /** With nothing known but its answers, of which some were wrong. */
    static Result answersAlone() {
        return result(RenderingFixture.slow(), false);
    }

    /** Two configurations. */
    static Result compared() {
        Result ofBank = ComparisonFixture.of("E");
        RunsCompared compared = (RunsCompared) ofBank.measured();
        return new Result(ofBank.command(), ofBank.startedAt(), settings(), disclosure(ofBank.disclosure(), true),
                new RunsCompared(compared.procedure(), compared.configurations().stream().map(each ->
                        new Result.Configuration(each.name(), each.settings(), each.skipped(),
                                disclosure(each.disclosure(), true))).toList(),
                        compared.runs().stream().map(run -> run(run, true)).toList(), compared.comparisons().stream()
                                .filter(comparison -> !comparison.metric().startsWith("login")).toList(), null));
    }

    private static Result result(Result ofBank, boolean process) {
        return new Result(ofBank.command(), ofBank.startedAt(), settings(), disclosure(ofBank.disclosure(), process),
                new Measured.Runs(ofBank.runs().stream().map(run -> run(run, process)).toList()));
    }

    private static RunSettings settings() {
        return RunSettings.of(Map.of("service", "shop.yaml", "sessions", 400, "seed", 42));
    }

    private static Result.Disclosure disclosure(Result.Disclosure ofBank, boolean process) {
        Result.Tls tls = ofBank.tls();
        return new Result.Disclosure(roles(ofBank.jdks(), process), ofBank.kernel(), ofBank.cpu(), ofBank.memory(),
                process ? ofBank.providers() : List.of(), roles(ofBank.flags(), process),
                roles(ofBank.placement(), process), new Result.Tls(null, tls.protocol(), tls.cipherSuite(),
                        tls.namedGroup(), tls.certificate(), null, null, Map.of("driver", "BoringSSL")),
                ofBank.seeds(), ofBank.deviations().subList(0, 1));
    }

    private static <T> Map<String, T> roles(Map<String, T> ofBank, boolean process) {
        return ofBank.entrySet().stream().filter(role -> !role.getKey().equals("besim")
                && (process || !role.getKey().equals("bank"))).collect(Collectors.toMap(Map.Entry::getKey,
                        Map.Entry::getValue, (first, second) -> first, LinkedHashMap::new));
    }

    private static Run run(Run ofBank, boolean process) {
        BankingFigures figures = ofBank.banking();
        HandshakeCount users = figures.tls().handshakesWholeRun().client();
        Load load = figures.load();
        return new Run(ofBank.configuration(), ofBank.repetition(), List.of(), true, ofBank.phasesSeconds(),
                new BankingFigures(new Load(load.sessions(), load.pages(), load.pagesPerSecond(), load.httpRequests(), 0,
                        load.failedPages(), reasons(load.failures()), load.failuresByPhase().stream().map(phase ->
                                new BankingFigures.PhaseFailures(phase.phase(), phase.pages(),
                                        reasons(phase.failures()))).toList()),
                        new BankingFigures.ResponseTimes(figures.times().responseTimeMs(), figures.times().percentiles(),
                                null),
                        new BankingFigures.Mix(steps(figures.mix().perPage()), 0, null), figures.quality(),
                        new TlsHandshakes(handshakes(figures.tls().handshakes()), null, handshakes(figures.tls()
                                .handshakesWholeRun()), figures.tls().handshakeMs(), null),
                        usage(figures.usage(), process), BankingFigures.Served.NOT_COUNTED,
                        process ? figures.settling() : null, figures.qos(),
                        figures.timeSeries().stream().map(second -> second(second, process)).toList(),
                        process ? profile(figures.cpuProfile()) : null, process ? figures.waits() : null, null,
                        service(process, users.full() + users.resumed() + 12L, load.failedPages() > 0)));
    }

    private static ServiceFigures service(boolean process, long handshakes, boolean failed) {
        List<Sample> samples = !failed ? null : List.of(
                new Sample("order/pay", "checkFailed", "service.yaml line 48: status 201 is expected, it was 503"),
                new Sample("order/basket", "valueMissing", "service.yaml line 41: nothing in the body is found by the "
                        + "JSON path $.basket.id that csrf is to be taken from"));
        List<Scenario> scenarios = List.of(new Scenario("browse", 21_804, process ? 1.84 : null,
                process ? List.of(1.61, 2.07) : null), new Scenario("order", 5_311, process ? 6.9 : null,
                        process ? List.of(5.2, 8.5) : null));
        return new ServiceFigures("Shop", "https://shop.test:8443",
                List.of("shop.test:8443 (127.0.0.1)", "cdn.shop.test:8444 (127.0.0.1)"),
                process ? List.of("/opt/jdk-25/bin/java -Xmx1g -jar shop.jar --port 8443") : null,
                process ? handshakes : null, process ? List.of("JDK 25.0.1", "security providers EEJS, SUN, SunRsaSign, "
                        + "SunEC, SunJSSE, SunJCE", "cures trust, context, keys: their services were loaded") : null,
                samples, scenarios, failed ? 12L : 0L);
    }

    private static Map<String, Long> reasons(Map<String, Long> ofBank) {
        return ofBank.entrySet().stream().collect(Collectors.toMap(reason -> reason.getKey().equals("wrongLength")
                ? "checkFailed" : reason.getKey(), Map.Entry::getValue));
    }

    private static Map<String, PageFigures> steps(Map<String, PageFigures> pages) {
        Map<String, PageFigures> steps = new LinkedHashMap<>();
        List<PageFigures> figures = List.copyOf(pages.values());
        for (int i = 0; i < STEPS.size(); i++) {
            PageFigures page = figures.get(i);
            steps.put(STEPS.get(i), new PageFigures(page.count(), page.share(), 0, page.failed(),
                    page.responseTimeMs()));
        }
        return steps;
    }

    private static Handshakes handshakes(Handshakes ofBank) {
        return new Handshakes(ofBank.client(), NONE, NONE, NONE);
    }

    private static Usage usage(Usage ofBank, boolean process) {
        return new Usage(roles(ofBank.cpuSeconds(), process), process ? ofBank.cpuMsPerPage() : 0,
                process ? ofBank.appCpuMsPerPage() : null, process ? ofBank.cpuMsPerPageBy() : null,
                process ? ofBank.gcMs() : 0, process ? ofBank.allocatedBytesPerPage() : 0,
                roles(ofBank.residentBytes(), process), 0, ofBank.stolenCpu(), ofBank.foreignCpu());
    }

    private static Second second(Second second, boolean process) {
        return new Second(second.second(), second.phase(), second.sessions(), second.pages(), second.failedPages(),
                second.p50Ms(), second.p95Ms(), second.fullHandshakes(), second.resumedHandshakes(),
                process ? second.bankCpu() : 0, 0, second.driverCpu(), process ? second.bankJitCpu() : null,
                process ? second.bankGcCpu() : null);
    }

    private static CpuProfile profile(CpuProfile ofBank) {
        return ofBank.attribution() == null ? ofBank : new CpuProfile(ofBank.profile(), ofBank.attribution().stream()
                .filter(part -> Objects.nonNull(part.category()) && part.category() != CpuCategory.XML).toList(),
                ofBank.cryptography(), ofBank.systemCalls(), ofBank.events().subList(0, 2));
    }
}
