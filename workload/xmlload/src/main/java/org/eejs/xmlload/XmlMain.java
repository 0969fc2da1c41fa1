package org.eejs.xmlload;

import java.util.concurrent.Callable;
import org.eejs.banking.Named;
import org.eejs.role.ControlChannel;
import org.eejs.role.RoleMain;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.DocumentSize;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.engine.Workload;
import org.eejs.xmlload.engine.WorkloadDone;
import org.eejs.xmlload.engine.WorkloadEvents;
import org.eejs.xmlload.engine.WorkloadException;
import org.eejs.xmlload.engine.WorkloadLines;
import org.eejs.xmlload.engine.WorkloadProgress;
import org.eejs.xmlload.engine.WorkloadReady;
import org.eejs.xmlload.keys.SignatureSetup;
import org.eejs.xmlload.signatures.BareSignature;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The XML workload as a process: threads perform one kind of transaction on one document in memory. */
@Command(name = "xml", sortOptions = false,
        description = "Performs XML transactions on a document in memory, and reports how many a second.")
public final class XmlMain implements Callable<Integer> {
    private static final double NANOS = 1e9;
    private static final double LONGEST = 86_400;
    private static final int MOST_THREADS = 10_000;

    @Option(names = "--transaction", paramLabel = "NAME", required = true, description = "What is performed.")
    private String transaction;

    @Option(names = "--library", paramLabel = "NAME", description = "Who does it (default: the first that can).")
    private String library;

    @Option(names = "--document", paramLabel = "NAME", defaultValue = "invoice",
            description = "On what (default: ${DEFAULT-VALUE}).")
    private String document;

    @Option(names = "--size", paramLabel = "SIZE", defaultValue = "10KB",
            description = "About how long the document is (default: ${DEFAULT-VALUE}).")
    private String size;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "What the document follows from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--key", paramLabel = "NAME", defaultValue = "rsa-2048",
            description = "The key of a signature (default: ${DEFAULT-VALUE}).")
    private String key;

    @Option(names = "--provider", paramLabel = "OPTION", defaultValue = "JDK",
            description = "Whose signatures: JDK for the JVM's own choice (default), the name of a provider of the "
                    + "JVM, a class on the class path, SunPKCS11:FILE, or EEJSRemote:FILE.")
    private String provider;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "1",
            description = "Threads that perform transactions (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--warm-up", paramLabel = "SECONDS", defaultValue = "5",
            description = "How long transactions do not count (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(names = "--steady", paramLabel = "SECONDS", defaultValue = "5",
            description = "How long they do (default: ${DEFAULT-VALUE}).")
    private double steady;

    @Option(names = "--share", paramLabel = "SECONDS",
            description = "Then measure the signature within by itself, for so long.")
    private Double share;

    @Option(names = "--count", paramLabel = "N",
            description = "Perform exactly so many transactions instead, after the check of each thread's first.")
    private Long count;

    @Option(names = "--json",
            description = "Write events as lines of JSON; end when requested to, or when standard input ends.")
    private boolean json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private XmlMain() {}

    public static void main(String... args) {
        RoleMain.run(new XmlMain(), args);
    }

    @Override
    public Integer call() throws Exception {
        checkNumbers();
        WorkloadProgress progress = json ? new WorkloadEvents(ControlChannel.overStandardStreams())
                : new WorkloadLines(System.out);
        try {
            perform(progress);
        } catch (WorkloadException e) {
            progress.failed(e);
            return 1;
        }
        return 0;
    }

    private void perform(WorkloadProgress progress) throws Exception {
        XmlDocument drawn = XmlDocument.draw(given(() -> Named.byId(DocumentKind.class, "a document", document)),
                given(() -> DocumentSize.parse(size)), seed);
        TransactionKind kind = given(() -> Transactions.byName(transaction));
        String by = library == null ? kind.libraries().get(0) : given(() -> Transactions.library(kind, library));
        SignatureSetup signature = kind.signature() ? prepared(() -> SignatureSetup.open(key, provider)) : null;
        Workload workload = new Workload(prepared(() -> kind.prepare(drawn, by, signature)), threads);
        Runnable ready = () -> progress.ready(new WorkloadReady(drawn.bytes().length, drawn.outline()));
        if (count != null) {
            progress.done(workload.perform(count, ready));
        } else {
            WorkloadDone done = workload.run(nanos(warmUp), nanos(steady), ready, progress).done();
            progress.done(share == null || signature == null ? done
                    : done.with(BareSignature.of(kind, by, signature).measure(threads, nanos(share))));
        }
        if (progress.awaitGoOn()) {
            workload.perform(Long.MAX_VALUE, ready);
        }
    }

    private static <T> T prepared(Callable<T> step) throws WorkloadException {
        try {
            return step.call();
        } catch (Exception | LinkageError e) {
            throw new WorkloadException(WorkloadException.Stage.PREPARE, e);
        }
    }

    private void checkNumbers() {
        require(threads >= 1 && threads <= MOST_THREADS, "--threads", threads, "1 to " + MOST_THREADS);
        require(warmUp >= 0.1 && warmUp <= LONGEST, "--warm-up", warmUp, "seconds from 0.1 to 86400");
        require(steady >= 0.1 && steady <= LONGEST, "--steady", steady, "seconds from 0.1 to 86400");
        require(share == null || share >= 0.1 && share <= LONGEST, "--share", share, "seconds from 0.1 to 86400");
        require(count == null || count >= 1, "--count", count, "1 or more");
    }

    private void require(boolean holds, String option, Object value, String possible) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(),
                    "%s %s cannot be; give %s".formatted(option, value, possible));
        }
    }

    /** What an option names; a wrong name is reported in the words of the class that reads it. */
    private <T> T given(Callable<T> reader) throws Exception {
        try {
            return reader.call();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS);
    }
}
