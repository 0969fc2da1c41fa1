package org.eejs.bench.xml;

import static org.eejs.lab.settings.TransactionSettings.DOCUMENT;
import static org.eejs.lab.settings.TransactionSettings.JVM_OPTIONS;
import static org.eejs.lab.settings.TransactionSettings.KEY;
import static org.eejs.lab.settings.TransactionSettings.LIBRARY;
import static org.eejs.lab.settings.TransactionSettings.PLACEMENT;
import static org.eejs.lab.settings.TransactionSettings.PROVIDER;
import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.THREADS;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Named;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.TransactionKind;
import org.eejs.xmlload.Transactions;

/** The studies of XML, each with its cells and their baselines. */
enum XmlStudy implements Named {
    TRANSACTIONS("every transaction by each library, on an invoice of 10 KB") {
        @Override
        List<XmlSettings> settings(Scope scope) {
            return scope.each(XmlChoice.USUAL.with(SIZE, "10KB")
                    .with(TRANSACTION, Transactions.ALL.stream().map(TransactionKind::name).toList()));
        }
    },
    /** Each is compared with the JDK's StAX parser at the same size, so that all are on one scale. */
    PARSERS("StAX, SAX, Fast Infoset and DOM by each library, from 1 KB to 1 MB") {
        @Override
        List<XmlSettings> settings(Scope scope) {
            return scope.each(XmlChoice.USUAL.with(TRANSACTION, "stax-parse", "sax-parse", "fast-infoset-parse",
                    "dom-parse").with(SIZE, "1KB", "10KB", "100KB", "1MB"));
        }

        @Override
        XmlSettings baseline(XmlSettings settings, List<XmlSettings> before) {
            Function<XmlSettings, XmlSettings> size = each -> each.without("transaction", "library", "key", "provider");
            return before.stream().filter(each -> size.apply(each).equals(size.apply(settings))).findFirst()
                    .orElse(null);
        }
    },
    /** A JVM on one processor would choose another collector than on two, so the options name one. */
    THREADS_ACROSS_AND_WITHIN("JAXB and StAX at 100 KB by 1 to twice as many threads as there are processors, across "
            + "and within cores") {
        @Override
        public String id() {
            return "threads";
        }

        @Override
        List<XmlSettings> settings(Scope scope) {
            Host host = scope.host();
            List<String> placements = !host.canPin() ? List.of(XmlSettings.NONE)
                    : host.threadsPerCore() < 2 ? List.of(XmlSettings.ACROSS)
                    : List.of(XmlSettings.ACROSS, XmlSettings.WITHIN);
            return scope.each(OF_JVMS.with(THREADS, threads(host.processors())).with(PLACEMENT, placements)
                    .with(JVM_OPTIONS, List.of(List.of("-XX:+UseParallelGC")))).stream()
                    .filter(each -> !each.placement().equals(XmlSettings.WITHIN)
                            || each.threads() <= host.processors()).toList();
        }

        @Override
        List<String> notes(Host host) {
            List<String> notes = new ArrayList<>();
            if (!host.canPin()) {
                notes.add("threads: the kernel placed the threads, since there is no command taskset (package "
                        + "util-linux)");
            }
            if (host.threadsPerCore() < 2) {
                notes.add("threads: each usable core has one hardware thread, so this machine has no placement "
                        + "within cores; threads run across cores");
            }
            return notes;
        }
    },
    /** JVM options compared with none, with a thread for each processor. */
    OPTIONS_OF_JVMS("JAXB and StAX at 100 KB under collectors, heaps, stacks and headers, and the slides' options") {
        @Override
        public String id() {
            return "jvm-options";
        }

        @Override
        List<XmlSettings> settings(Scope scope) {
            return withOptions(scope, jdk -> {
                List<List<String>> of2006 = XmlOptions.of2006(scope.host());
                return scope.slides() ? of2006 : Stream.of(XmlOptions.ofToday(jdk.feature()), of2006)
                        .flatMap(List::stream).toList();
            });
        }

        @Override
        List<String> notes(Host host) {
            return XmlOptions.notes(host);
        }
    },
    /** EEJS reserves no huge pages; options that the JVM does not take are reported with its message. */
    LARGE_PAGES("JAXB and StAX at 100 KB on usual pages, transparent huge pages, and those of hugetlbfs, by size") {
        @Override
        List<XmlSettings> settings(Scope scope) {
            return withOptions(scope, jdk -> XmlOptions.PAGES);
        }

        @Override
        String refusal(XmlSettings settings, Host host) {
            return settings.jvmOptions().equals(List.of(XmlOptions.HUGETLBFS)) && host.hugePages() == 0
                    ? XmlOptions.lackOfPages(host) : null;
        }

        @Override
        List<String> notes(Host host) {
            return XmlOptions.notesOnPages(Machine.memory().transparentHugePages());
        }
    },
    /** Each is compared with the JDK's own provider for the same key. */
    SIGNATURES("a pacs.008 of 10 KB, signed with each key by each provider, and bare signatures; RSA-2048 also "
            + "by its id, and validated") {
        @Override
        List<XmlSettings> settings(Scope scope) {
            XmlChoice choice = scope.choice();
            List<XmlSettings> settings = new ArrayList<>();
            for (String key : choice.of(KEY).isEmpty() ? List.of(HISTORIC_KEY, USUAL_KEY, "rsa-4096", "ec-p256")
                    : choice.of(KEY)) {
                for (String kind : choice.of(TRANSACTION).isEmpty() ? kinds(key) : choice.of(TRANSACTION)) {
                    XmlChoice usual = XmlChoice.USUAL.with(TRANSACTION, kind).with(LIBRARY, "jdk")
                            .with(DOCUMENT, "pacs.008").with(SIZE, "10KB").with(KEY, key)
                            .with(PROVIDER, signers(key, kind));
                    settings.addAll(choice.with(TRANSACTION, kind).with(KEY, List.of()).each(usual, scope.seed()));
                }
            }
            return settings.stream().filter(each -> each.key() != null)
                    .sorted(Comparator.comparing(XmlSettings::transaction)).toList();
        }
    };

    /** The transactions of studies that vary the JVM or its threads. */
    private static final XmlChoice OF_JVMS = XmlChoice.USUAL.with(TRANSACTION, "jaxb-unmarshal", "stax-parse")
            .with(LIBRARY, "jdk", "jaxb-ri").with(SIZE, "100KB");
    private static final String USUAL_KEY = "rsa-2048";
    private static final String HISTORIC_KEY = "rsa-1024";
    /** Up to this many hardware threads, each number of threads is measured; beyond it, eighths of them. */
    private static final int ALL_UP_TO = 8;
    /** Compared settings, the most informative first. Transactions, documents, sizes and keys are different work. */
    private static final List<Function<XmlSettings, Object>> COMPARED = List.of(XmlSettings::library,
            XmlSettings::provider, XmlSettings::jvmOptions, XmlSettings::jdk, XmlSettings::threads,
            XmlSettings::placement);
    private static final List<Function<XmlSettings, Object>> WORK = List.of(XmlSettings::transaction,
            XmlSettings::document, XmlSettings::size, XmlSettings::key);

    private final String about;

    XmlStudy(String about) {
        this.about = about;
    }

    /**
     * The input from which a study makes its cells.
     *
     * @param choice the user's values, which replace those of the study
     * @param seed the seed of the generated documents
     * @param slides whether to measure only what the slides of 2006 showed
     */
    record Scope(XmlChoice choice, long seed, Host host, boolean slides) {
        private List<XmlSettings> each(XmlChoice usual) {
            return choice.each(usual, seed);
        }
    }

    /** Returns its subject, in a sentence without its full stop. */
    String about() {
        return about;
    }

    /** Returns the settings of its cells, in the order of a report. */
    abstract List<XmlSettings> settings(Scope scope);

    /** Returns why this machine does not support settings, in one line; null when it does. */
    String refusal(XmlSettings settings, Host host) {
        return null;
    }

    /** Returns limits of this machine, each in a line. */
    List<String> notes(Host host) {
        return List.of();
    }

    /** Returns the baseline of settings: the first that differ only in the most informative setting; null for none. */
    XmlSettings baseline(XmlSettings settings, List<XmlSettings> before) {
        for (Function<XmlSettings, Object> aspect : COMPARED) {
            for (XmlSettings candidate : before) {
                if (Stream.concat(WORK.stream(), COMPARED.stream()).allMatch(each -> each == aspect
                        || Objects.equals(each.apply(candidate), each.apply(settings)))) {
                    return candidate;
                }
            }
        }
        return null;
    }

    /** Returns its cells, in the order of a report. */
    final List<XmlCell> cells(Scope scope) {
        Map<XmlSettings, XmlCell> cells = new HashMap<>();
        List<XmlSettings> before = new ArrayList<>();
        for (XmlSettings each : settings(scope).stream().distinct().toList()) {
            XmlSettings baseline = baseline(each, before);
            cells.put(each, XmlCell.of(id(), null, each, baseline == null ? null : cells.get(baseline).cell(),
                    refusal(each, scope.host()), scope.host().cores()));
            before.add(each);
        }
        return before.stream().map(cells::get).toList();
    }

    /** Returns settings of JAXB and StAX without options and with each set of them, or with the chosen ones. */
    private static List<XmlSettings> withOptions(Scope scope, Function<Jdk, List<List<String>>> usual) {
        XmlChoice chosen = scope.choice();
        List<XmlSettings> settings = new ArrayList<>();
        for (XmlSettings each : chosen.with(JVM_OPTIONS, List.of()).each(
                OF_JVMS.with(THREADS, scope.host().processors()), scope.seed())) {
            settings.add(each);
            (chosen.jvmOptions().isEmpty() ? usual.apply(Jdk.find(each.jdk())) : chosen.jvmOptions())
                    .forEach(options -> settings.add(each.with("jvmOptions", options)));
        }
        return settings;
    }

    /** Returns the numbers from 1 to the number of processors, and twice that. */
    static List<Integer> threads(int processors) {
        IntStream upTo = processors <= ALL_UP_TO ? IntStream.rangeClosed(1, processors)
                : IntStream.concat(IntStream.rangeClosed(1, 4),
                        IntStream.rangeClosed(1, ALL_UP_TO).map(eighths -> processors * eighths / ALL_UP_TO));
        return Stream.concat(upTo.boxed(), Stream.of(2 * processors)).distinct().sorted().toList();
    }

    /**
     * Returns the kinds of transactions for a key. Public keys cost a fraction of private ones, so validation and ids
     * are shown with one key.
     */
    private static List<String> kinds(String key) {
        return key.equals(USUAL_KEY) ? List.of("sign-enveloped", "sign-by-id", "validate-enveloped", "validate-by-id",
                "signature", "verification") : List.of("sign-enveloped", "signature");
    }

    /**
     * Returns the providers for such a key and kind, the JDK's own first. A key server has no public keys, and no
     * RSA-1024.
     */
    private static List<String> signers(String key, String kind) {
        KnownProvider own = key.startsWith("rsa") ? KnownProvider.SUN_RSA_SIGN : KnownProvider.SUN_EC;
        if (kind.endsWith("by-id")) {
            return List.of(own.id(), KnownProvider.SOFT_HSM.id());
        }
        List<String> signers = new ArrayList<>(Stream.of(own, KnownProvider.ACCP, KnownProvider.CONSCRYPT,
                KnownProvider.BC, KnownProvider.SOFT_HSM, KnownProvider.NSS).map(KnownProvider::id).toList());
        if (!key.equals(HISTORIC_KEY) && kind.startsWith("sign")) {
            signers.add(SignatureProviders.REMOTE);
        }
        return signers;
    }
}
