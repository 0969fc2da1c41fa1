package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.eejs.result.InputException;
import org.eejs.result.Spread;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code failover}: whether clients of key servers notice that one of them dies. */
@Command(name = "failover", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Kills one of two key servers at full load, starts it again, and exits with 3 when a signature "
                + "failed, the other was not at its maximum within 10 seconds, or the weights were not kept again.")
public final class FailoverCommand implements Callable<Integer> {
    private static final double WITHIN_SECONDS = 10;
    private static final int MISSED = 3;

    @Parameters(arity = "0..1", paramLabel = "ROUNDS", defaultValue = "3",
            description = "How often (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "24",
            description = "How many sign at the same time (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        if (rounds < 1 || threads < 1) {
            throw new InputException("ROUNDS and --threads are 1 or more");
        }
        List<Failover> all = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            Failover found = Failover.measure(threads);
            all.add(found);
            System.err.println("round " + round + " of " + rounds + ": " + found);
        }
        System.out.println("| " + threads + " threads, weights 3 : 1, the heavier server is killed | median (lowest to "
                + "highest of " + rounds + ") | required |");
        System.out.println("|---|---|---|");
        row("signatures/s by both servers", all, Failover::both, "");
        row("signatures/s by the lighter alone, before", all, Failover::alone, "");
        row("signatures made while one was dead and coming back", all, Failover::signatures, "");
        row("of them failed", all, Failover::failures, "0");
        row("the longest of them, ms", all, Failover::longestMillis, "");
        row("seconds until 90 % of the lighter's own maximum", all, Failover::secondsToMaximum, "at most 10");
        row("signatures/s from then on, of its own maximum", all, found -> found.afterwards() / found.alone(),
                "at least 0.90");
        row("seconds from its start until the killed one served", all, Failover::secondsToServe, "");
        row("share of the heavier once it served again", all, Failover::shareAgain, "0.75");
        boolean kept = all.stream().allMatch(found -> found.failures() == 0
                && found.secondsToMaximum() <= WITHIN_SECONDS && found.afterwards() >= 0.9 * found.alone()
                && Math.abs(found.shareAgain() - 0.75) < 0.01);
        System.out.println();
        System.out.println(kept ? "All requirements are reached." : "A requirement is MISSED.");
        return kept ? 0 : MISSED;
    }

    private static void row(String name, List<Failover> all, ToDoubleFunction<Failover> figure, String required) {
        Spread spread = Spread.of(all.stream().mapToDouble(figure).toArray());
        System.out.println(String.format(Locale.ROOT, "| %s | %s | %s |", name, spread, required));
    }
}
