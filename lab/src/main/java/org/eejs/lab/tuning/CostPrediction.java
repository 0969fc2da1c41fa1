package org.eejs.lab.tuning;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsStack;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.settings.AlgorithmFamily;
import org.eejs.lab.settings.RunPlan;
import org.eejs.profile.UnitCosts;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;

/**
 * The cost of a combination as it is expected before any run, from the profile of today's configuration. Signatures,
 * key exchanges and checks of certificates scale with the {@linkplain UnitCosts measured costs} of their algorithm and
 * provider. Each other knob saves its usual part of the CPU that it affects. The prediction need only be roughly right,
 * since the search measures what it chooses.
 *
 * @param profile the CPU of today's configuration
 */
public record CostPrediction(RunPlan today, Knobs knobs, CpuProfile profile) implements ToDoubleFunction<Combination> {
    private static final Set<CpuCategory> OF_USERS =
            Set.of(CpuCategory.HANDSHAKES_AS_SERVER, CpuCategory.RECORDS_AS_SERVER);
    /** The knobs whose effects follow from the costs of primitives. */
    private static final Set<String> PRIMITIVES = Set.of("rsa", "ec", "xdh", "certificate", "key-generation");
    private static final double LEAST = 0.1;
    private static final String STACK = "tls-stack";

    /** Returns the logarithm of the cost, relative to today's. */
    @Override
    public double applyAsDouble(Combination combination) {
        if (!profile.isKnown()) {
            return 0;
        }
        RunPlan plan = today.with(knobs.settings(combination));
        double before = 0;
        double after = 0;
        for (CpuProfile.Part part : profile.attribution()) {
            if (part.category() != CpuCategory.JIT) {
                before += part.share();
                after += part.share() * factor(part, plan, combination);
            }
        }
        if (!today.subject().isPublished()) {
            // Certificates and groups of a user's service are not known here.
            double saved = combination.values().entrySet().stream().filter(each -> PRIMITIVES.contains(each.getKey()))
                    .mapToDouble(each -> knobs.expected(each.getKey(), each.getValue(), profile)).sum();
            after *= Math.max(LEAST, 1 - saved);
        }
        return Math.log(after / before);
    }

    private double factor(CpuProfile.Part part, RunPlan plan, Combination combination) {
        double factor = 1;
        boolean ofOtherStack = OF_USERS.contains(part.category())
                && plan.subject().isPublished() && plan.get(BankingSettings.TLS_STACK) != TlsStack.JSSE;
        for (Map.Entry<String, String> each : combination.values().entrySet()) {
            Knob knob = knobs.knob(each.getKey());
            List<CpuCategory> affected = knob.affects().categories();
            if (!PRIMITIVES.contains(knob.name()) && affected != null && affected.contains(part.category())
                    && (knob.name().equals(STACK) || !ofOtherStack)) {
                factor *= 1 - knob.value(each.getValue()).saves();
            }
        }
        return ofOtherStack || part.detail() == null ? factor : factor * primitive(part, plan) / primitive(part, today);
    }

    /** Returns the cost of the primitive that a part consists of; 1 if it is none, or unknown. */
    private double primitive(CpuProfile.Part part, RunPlan plan) {
        boolean users = part.category() == CpuCategory.HANDSHAKES_AS_SERVER;
        if (!users && part.category() != CpuCategory.HANDSHAKES_AS_CLIENT || !plan.subject().isPublished()) {
            return 1;
        }
        TlsProfile tls = users ? plan.get(BankingSettings.TLS) : BankingSettings.backEndTls(plan.values());
        String signature = UnitCosts.signature(tls.certificate().algorithm(), tls.certificate().bits());
        AlgorithmFamily family = tls.certificate().algorithm().equals("RSA") ? AlgorithmFamily.RSA : AlgorithmFamily.EC;
        String group = tls.group().map(each -> each == TlsProfile.NamedGroup.SECP256R1 ? "P-256" : "X25519").orElse("");
        return switch (part.detail()) {
            case "privateKey" -> cost(signature + " sign", family, plan);
            case "certificateChecks" -> cost(signature + " verify", family, plan);
            case "keyExchange" -> cost(group + " ephemeral", group.equals("X25519") ? AlgorithmFamily.XDH
                    : AlgorithmFamily.EC, plan);
            default -> 1;
        };
    }

    /** Returns the cost of an operation by the plan's provider, or by the JDK if the provider does not have it. */
    private static double cost(String operation, AlgorithmFamily family, RunPlan plan) {
        UnitCosts units = UnitCosts.of(plan.bankJdk().feature());
        KnownProvider provider = plan.providers().of(family);
        String own = operation + " " + (provider == null ? "JDK" : provider.id());
        String usual = operation + " JDK";
        return units.knows(own) ? units.ratio(own) : units.knows(usual) ? units.ratio(usual) : 1;
    }
}
