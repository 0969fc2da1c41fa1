package org.eejs.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.Page;
import org.eejs.result.Hellos.Answer;
import org.eejs.result.Hellos.Form;
import org.eejs.result.Hellos.Outcome;
import org.eejs.result.Hellos;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.Distribution;
import org.eejs.result.Evidence;
import org.eejs.result.Observation;
import org.eejs.result.Result.Second;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures.Sample;
import org.eejs.result.ServiceFigures.Scenario;
import org.eejs.result.ServiceFigures;
import org.eejs.result.settings.RunSettings;

/** Runs of a user's service to render: those of {@link RenderingFixture}, as runs of a shop. */
final class ServiceFixture {
    private static final List<String> STEPS = List.of("browse/home", "browse/search", "browse/article", "order/login",
            "order/basket", "order/address", "order/pay", "order/confirmation");

    private ServiceFixture() {}

    /** Returns a run with a process, whose JVM counted more handshakes than users made. */
    static Result measured() {
        return result(RenderingFixture.valid(), true);
    }

    /** Returns a run without a process, with some wrong answers. */
    static Result answersAlone() {
        return result(RenderingFixture.slow(), false);
    }

    /** Returns two configurations. */
    static Result compared() {
        Result ofBank = ComparisonFixture.of("E");
        return Result.of(ofBank.command(), ofBank.startedAt(), settings(), disclosure(ofBank.disclosure(), true),
                ofBank.procedure(), ofBank.configurations().stream().map(each -> new Result.Configuration(each.cell(),
                        each.settings(), each.skipped(), disclosure(each.disclosure(), true))).toList(),
                ofBank.observations().stream().map(run -> run(run, true)).toList(), ofBank.comparisons().stream()
                        .filter(comparison -> !comparison.figure().startsWith("login")).toList(), null, null);
    }

    private static Result result(Result ofBank, boolean process) {
        return Result.ofRun(ofBank.command(), ofBank.startedAt(), settings(), disclosure(ofBank.disclosure(), process),
                run(ofBank.observations().get(0), process));
    }

    private static RunSettings settings() {
        return RunSettings.of(Map.of("service", "shop.yaml", "sessions", 400, "seed", 42));
    }

    private static Result.Disclosure disclosure(Result.Disclosure ofBank, boolean process) {
        Result.Tls tls = ofBank.tls();
        return new Result.Disclosure(roles(ofBank.jdks(), process), ofBank.kernel(), ofBank.cpu(), ofBank.memory(),
                process ? ofBank.providers() : List.of(), roles(ofBank.flags(), process),
                roles(ofBank.placement(), process), new Result.Tls(null, tls.protocol(), tls.cipherSuite(),
                        tls.namedGroup(), tls.signatureScheme(), tls.certificate(), null, null, null, Map.of("driver", "BoringSSL")),
                ofBank.seeds(), ofBank.deviations().subList(0, 1));
    }

    private static <T> Map<String, T> roles(Map<String, T> ofBank, boolean process) {
        return ofBank.entrySet().stream().filter(role -> !role.getKey().equals("besim")
                && (process || !role.getKey().equals("bank"))).collect(Collectors.toMap(Map.Entry::getKey,
                        Map.Entry::getValue, (first, second) -> first, LinkedHashMap::new));
    }

    private static Observation run(Observation ofBank, boolean process) {
        Map<String, Double> figures = new LinkedHashMap<>();
        Map<String, Distribution> distributions = new LinkedHashMap<>();
        ofBank.figures().forEach((id, value) -> {
            if (id(id, process) != null) {
                figures.put(id(id, process), id.endsWith(".expectedShare") ? Double.valueOf(0) : value);
            }
        });
        ofBank.distributions().forEach((id, times) -> {
            if (id(id, process) != null) {
                distributions.put(id(id, process), times);
            }
        });
        figures.put("mixDeviation", 0.0);
        figures.put("notModified", 0.0);
        Evidence old = ofBank.evidence();
        long users = ofBank.count("handshakesWholeRun.client.full") + ofBank.count("handshakesWholeRun.client.resumed");
        return new Observation(ofBank.cell(), ofBank.round(), List.of(), figures, distributions, new Evidence(true,
                process ? old.settled() : null, old.phases(), old.seconds().stream().map(second -> second(second,
                        process)).toList(), old.failures().stream().map(phase ->
                                new Evidence.PhaseFailures(phase.phase(),
                                phase.pages(), reasons(phase.reasons()))).toList(), old.qos(),
                process ? profile(old.cpuProfile()) : null, process ? old.waits() : null, null, null, null,
                service(process, users + 12, ofBank.count("failedPages") > 0), null, null));
    }

    /** Returns the id of a service's figure for one of the bank; null if there is none. */
    private static String id(String ofBank, boolean process) {
        if (ofBank.startsWith("perPage.")) {
            String page = ofBank.split("\\.")[1];
            int place = Page.byId(page).ordinal();
            return place >= STEPS.size() ? null : ofBank.replace(page, STEPS.get(place));
        }
        boolean other = ofBank.matches("loginMs|mixDeviationLimit|backEndCalls|userBytes.*|fullHandshakes.*"
                + "|handshakes(WholeRun)?\\.(bank|backEndClient|backend)\\..*|(cpuSeconds|residentBytes)\\.besim.*");
        boolean ofProcess = ofBank.matches("(cpuSeconds|residentBytes)\\.bank.*|.*[cC]puMsPerPage.*|gcMs|settling.*"
                + "|allocatedBytesPerPage|bank.*|cpu\\..*");
        return other || ofProcess && !process ? null : ofBank.replace("wrongLength", "checkFailed");
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
                samples, scenarios, failed ? 12L : 0L, List.of(hellos(failed)));
    }

    private static Hellos hellos(boolean stalls) {
        return new Hellos("shop.test:8443", Stream.of(Form.values()).map(form -> stalls && form == Form.TWO_SEGMENTS
                ? new Answer(form, 357, Outcome.STALLED, 3_000, null, null, null, null)
                : new Answer(form, form == Form.HYBRID || form == Form.PADDED ? 1_577 : 357, Outcome.ANSWERED, 2.5,
                        "TLSv1.3", form == Form.HYBRID ? Hellos.HYBRID_GROUP : "x25519", false, null)).toList());
    }

    private static Map<String, Long> reasons(Map<String, Long> ofBank) {
        return ofBank.entrySet().stream().collect(Collectors.toMap(reason -> reason.getKey().equals("wrongLength")
                ? "checkFailed" : reason.getKey(), Map.Entry::getValue));
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
