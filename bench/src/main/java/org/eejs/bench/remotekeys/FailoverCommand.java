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

/** The command {@code failover}: tests whether clients of key servers tolerate the death of one of them. */
@Command(name = "failover", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Kills one of two key servers at full load, and starts it again. Exits with 3 if a signature "
                + "failed, the other missed its maximum within 10 seconds, or the weights were not kept again.")
public final class FailoverCommand implements Callable<Integer> {
    private static final double WITHIN_SECONDS = 10;
    private static final int MISSED = 3;

    @Parameters(arity = "0..1", paramLabel = "ROUNDS", defaultValue = "3",
            description = "Number of rounds (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "24",
            description = "Number of threads that sign (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
        if (rounds < 1 || threads < 1) {
            throw new InputException("ROUNDS and --threads: must be at least 1");
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
        row("signatures/s by only the lighter, before", all, Failover::lighter, "");
        row("signatures while one was down and starting", all, Failover::signatures, "");
        row("failed signatures", all, Failover::failures, "0");
        row("longest signature, ms", all, Failover::longestMillis, "");
        row("seconds until 90% of the lighter's maximum", all, Failover::secondsToMaximum, "at most 10");
        row("signatures/s from then on, relative to its maximum", all, found -> found.afterwards() / found.lighter(),
                "at least 0.90");
        row("seconds from its start until the killed server served", all, Failover::secondsToServe, "");
        row("share of the heavier server after it served again", all, Failover::shareAgain, "0.75");
        boolean kept = all.stream().allMatch(found -> found.failures() == 0
                && found.secondsToMaximum() <= WITHIN_SECONDS && found.afterwards() >= 0.9 * found.lighter()
                && Math.abs(found.shareAgain() - 0.75) < 0.01);
        System.out.println();
        System.out.println(kept ? "All requirements are met." : "A requirement is MISSED.");
        return kept ? 0 : MISSED;
    }

    private static void row(String name, List<Failover> all, ToDoubleFunction<Failover> figure, String required) {
        Spread spread = Spread.of(all.stream().mapToDouble(figure).toArray());
        System.out.println(String.format(Locale.ROOT, "| %s | %s | %s |", name, spread, required));
    }
}
