package org.eejs.bench.xml;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.bench.measuring.Reading;
import org.eejs.terminal.Printer;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.engine.PreparedTransaction;
import org.eejs.xmlload.engine.Workload;
import org.eejs.xmlload.engine.WorkloadException;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A call by the workload's engine and by JMH, in turn, in one process. The parser's and library's code is compiled once
 * for both, and whatever else the machine does falls on both: two processes of their own differ by a fifth for no other
 * reason than how each was compiled, where the difference looked for is of some per cent.
 *
 * <p>Arguments: the transaction, the size in bytes, the seconds of warm-up of each, and how many turns. Each turn is a
 * line: {@code RATE CPU RATE CPU}, the engine's first, a second and in microseconds.
 */
final class XmlEngineTurns {
    /** How long a turn of each takes. */
    static final double SECONDS = 1.5;
    /** What a turn begins with does not count. */
    static final double PAUSE = 0.2;

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final XmlCall call;
    private final int bytes;
    private final PreparedTransaction transaction;

    private XmlEngineTurns(XmlCall call, int bytes) throws Exception {
        this.call = call;
        this.bytes = bytes;
        transaction = XmlTransaction.prepared(call.transaction(), call.library(), DocumentKind.INVOICE.id(), bytes);
    }

    /** Measures. */
    public static void main(String... words) throws Exception {
        Printer.guard();
        Printer out = Printer.data();
        XmlCall call = XmlCall.ALL.stream().filter(each -> each.transaction().equals(words[0])).findFirst()
                .orElseThrow();
        XmlEngineTurns turns = new XmlEngineTurns(call, Integer.parseInt(words[1]));
        double warmUp = Double.parseDouble(words[2]);
        turns.engine(PAUSE, warmUp);
        turns.bare(PAUSE, warmUp);
        Random order = new Random();
        for (int turn = 0; turn < Integer.parseInt(words[3]); turn++) {
            boolean engineFirst = order.nextBoolean();
            Reading first = engineFirst ? turns.engine(PAUSE, SECONDS) : turns.bare(PAUSE, SECONDS);
            Reading second = engineFirst ? turns.bare(PAUSE, SECONDS) : turns.engine(PAUSE, SECONDS);
            Reading engine = engineFirst ? first : second;
            Reading bare = engineFirst ? second : first;
            out.println(String.format(Locale.ROOT, "%f %f %f %f", engine.rate(), engine.cpuMicros(), bare.rate(),
                    bare.cpuMicros()));
            out.flush();
        }
    }

    /** By the workload's engine, which makes its thread and checks its transaction each time. */
    private Reading engine(double warmUp, double seconds) throws WorkloadException, InterruptedException {
        Workload.Run run = new Workload(transaction, 1).run(Math.round(NANOS * warmUp), Math.round(NANOS * seconds));
        return new Reading(List.of(run.end().transactionsPerSecondSince(run.begin())),
                run.end().cpuMicrosPerTransactionSince(run.begin()), 0);
    }

    /** By JMH. */
    private Reading bare(double warmUp, double seconds) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder().threads(1).forks(0)
                .addProfiler(CpuProfiler.class).warmupIterations(1).warmupTime(time(warmUp)).measurementIterations(1)
                .measurementTime(time(seconds)).shouldFailOnError(true).param("bytes", String.valueOf(bytes));
        call.bare().tell(options);
        RunResult result = new Runner(options.build(), OutputFormatFactory.createFormatInstance(
                new PrintStream(System.err, true, StandardCharsets.UTF_8), VerboseMode.SILENT)).runSingle();
        return Reading.of(result);
    }

    private static TimeValue time(double seconds) {
        return TimeValue.milliseconds(Math.round(MILLIS * seconds));
    }
}
