package org.eejs.bench.measuring;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.eejs.result.Bench;
import org.eejs.result.Observation;
import org.openjdk.jmh.results.RunResult;

/**
 * Benchmarks that are shown together: what is measured, on what, and how it is made sure beforehand that a provider
 * computes what it should. The benchmark's class holds its group, which a line in {@code Groups} lists:
 *
 * <pre>{@code
 * public static final Group GROUP = Group.named("digest", DigestBytes.class).title("Message digests")
 *         .about("One message, digested in one piece.").operations("digest")
 *         .algorithms(List.of("SHA-256"), List.of("SHA-1", "SHA-256")).checkedBy(DigestBytes::check);
 * }</pre>
 *
 * <p>The benchmark has at least the parameters {@code provider} and those that {@link #parametersOf} gives; where
 * operations have a size, also {@code bytes}. Immutable.
 */
public final class Group {
    private final Description description;
    private final Performers performers;

    private Group(Description description, Performers performers) {
        this.description = description;
        this.performers = performers;
    }

    /** Asks a security provider, or a library by its name, for answers that are known. */
    public interface KnownAnswerCheck<P> {
        /** As of {@link Group#check(String, String)}. */
        String of(P provider, String algorithm) throws Exception;
    }

    /** Who does the operations, and how they are checked. */
    private sealed interface Performers {
        record Providers(KnownAnswerCheck<Provider> check) implements Performers {}

        record Libraries(Function<String, List<String>> of, KnownAnswerCheck<String> check) implements Performers {}

        record Ways(Function<String, List<String>> of) implements Performers {}
    }

    /**
     * Begins a description, which {@link Description#checkedBy} or {@link Description#performedBy} ends.
     *
     * @param name its name on the command line, for example {@code gcm}
     * @param benchmark the class with the benchmark's methods
     */
    public static Description named(String name, Class<?> benchmark) {
        return new Description(name, benchmark);
    }

    /** A group that is being described; for one thread. */
    public static final class Description {
        private final String name;
        private final Class<?> benchmark;
        private String title;
        private String about;
        private Choice<String> operations;
        private Choice<String> algorithms;
        private Choice<Integer> sizes = new Choice<>(List.of(), List.of());
        private Function<String, Map<String, String>> parameters = algorithm -> Map.of("algorithm", algorithm);
        private final Map<String, Choice<String>> variations = new TreeMap<>();
        private List<String> quickProviders = List.of();
        private boolean intrinsics;
        private UnaryOperator<Timing> timing = usual -> usual;
        private BiFunction<String, String, List<Integer>> threads = (algorithm, provider) -> List.of();
        private BiFunction<Group, Bench.Cell, Call> calls = Call::of;
        private Optional<Reading.Reader> inTurn = Optional.empty();
        private List<Comparison> comparisons = List.of();
        private BiFunction<String, String, List<String>> openSsl = (operation, algorithm) -> List.of();

        private Description(String name, Class<?> benchmark) {
            this.name = name;
            this.benchmark = benchmark;
        }

        /** Returns its name for people. */
        public Description title(String words) {
            title = words;
            return this;
        }

        /** Returns what one operation is, in a sentence: what is counted in it and what is not. */
        public Description about(String sentence) {
            about = sentence;
            return this;
        }

        /** Returns the names of the benchmark's methods; each is an operation. The most telling one comes first. */
        public Description operations(String... all) {
            return operations(List.of(all), List.of(all));
        }

        /** Returns the same, where a first look takes some only. */
        public Description operations(List<String> quick, List<String> thorough) {
            operations = new Choice<>(quick, thorough);
            return this;
        }

        /** On what operations work, by names that people know, for example {@code AES-128-GCM}. */
        public Description algorithms(List<String> quick, List<String> thorough) {
            algorithms = new Choice<>(quick, thorough);
            return this;
        }

        /** On how many bytes operations work, ascending; without it they have no size. */
        public Description sizes(List<Integer> quick, List<Integer> thorough) {
            sizes = new Choice<>(quick, thorough);
            return this;
        }

        /** Returns the benchmark's parameters for an algorithm; without it, {@code algorithm} alone. */
        public Description parameters(Function<String, Map<String, String>> ofAlgorithm) {
            parameters = ofAlgorithm;
            return this;
        }

        /** Returns a further parameter of the benchmark, with the values that are measured; all combinations are. */
        public Description variation(String parameter, List<String> quick, List<String> thorough) {
            variations.put(parameter, new Choice<>(quick, thorough));
            return this;
        }

        /** Returns the same of which one value is measured, and others only when they are named. */
        public Description variation(String parameter, String usual, String... others) {
            variations.put(parameter, new Choice<>(List.of(usual), List.of(usual), List.of(others)));
            return this;
        }

        /**
         * Returns the providers that a first look takes, of those that are found; without it, all. What makes no
         * difference here, or takes too long, is left out.
         */
        public Description quickProviders(List<String> names) {
            quickProviders = names;
            return this;
        }

        /** Operations of the JDK's providers run on machine code that a flag can switch off. */
        public Description intrinsics() {
            intrinsics = true;
            return this;
        }

        /**
         * Returns how many times longer than usual a JVM warms up: code of many methods, as of elliptic curves or
         * handshakes, takes the JIT compiler longer than a loop over bytes.
         */
        public Description warmupFactor(int times) {
            timing = usual -> usual.warmedUp(times);
            return this;
        }

        /**
         * Returns how many seconds a JVM warms up, and how many are measured, whatever is usual; a first look takes
         * two.
         */
        public Description seconds(int warmup, int measured) {
            timing = usual -> usual.inSeconds(warmup, measured);
            return this;
        }

        /** Returns how many threads call an algorithm of a provider, whatever is usual; none for what is usual. */
        public Description threads(BiFunction<String, String, List<Integer>> numbers) {
            threads = numbers;
            return this;
        }

        /** Returns what is called for a cell, where parameters have other names, or there are several benchmarks. */
        public Description calls(Function<Bench.Cell, Call> ofCell) {
            calls = (group, cell) -> ofCell.apply(cell);
            return this;
        }

        /**
         * Returns one fork measures all providers of a cell, one after the other and again and again: two forks differ
         * by more than what is looked for.
         *
         * @param reading reads what the fork measured of a cell
         */
        public Description inTurn(Reading.Reader reading) {
            inTurn = Optional.of(reading);
            return this;
        }

        /** Returns what is compared. Such a group is measured only when it is named, and ends at the first failure. */
        public Description compare(Comparison... pairs) {
            comparisons = List.of(pairs);
            return this;
        }

        /**
         * Returns the words after {@code openssl speed} that measure an operation on an algorithm natively, without
         * those for size, time and number of processes; empty when it cannot.
         */
        public Description openSsl(BiFunction<String, String, List<String>> words) {
            openSsl = words;
            return this;
        }

        /** Returns the group, whose operations security providers do. */
        public Group checkedBy(KnownAnswerCheck<Provider> check) {
            return new Group(this, new Performers.Providers(check));
        }

        /**
         * Returns the group, whose operations libraries do.
         *
         * @param libraries who can be asked to do an algorithm
         */
        public Group performedBy(Function<String, List<String>> libraries, KnownAnswerCheck<String> check) {
            return new Group(this, new Performers.Libraries(libraries, check));
        }

        /**
         * Returns the group, whose operations are done in these ways; its benchmarks assert that they do what they
         * should.
         */
        public Group performedBy(String... ways) {
            List<String> all = List.of(ways);
            return performedBy(algorithm -> all);
        }

        /** Returns the same, where the ways differ by algorithm. */
        public Group performedBy(Function<String, List<String>> ways) {
            return new Group(this, new Performers.Ways(ways));
        }
    }

    /** See {@link #named}. */
    public String name() {
        return description.name;
    }

    /** See {@link Description#title}. */
    public String title() {
        return description.title;
    }

    /** See {@link Description#about}. */
    public String about() {
        return description.about;
    }

    /** See {@link #named}. */
    public Class<?> benchmark() {
        return description.benchmark;
    }

    /** See {@link Description#operations}. */
    public List<String> operations(Extent extent) {
        return description.operations.of(extent);
    }

    /** See {@link Description#algorithms}. */
    public List<String> algorithms(Extent extent) {
        return description.algorithms.of(extent);
    }

    /** See {@link Description#sizes}. */
    public List<Integer> sizes(Extent extent) {
        return description.sizes.of(extent);
    }

    /** See {@link Description#parameters}. */
    public Map<String, String> parametersOf(String algorithm) {
        return description.parameters.apply(algorithm);
    }

    /** See {@link Description#variation}; in the order of their names. */
    public Map<String, List<String>> variations(Extent extent) {
        Map<String, List<String>> all = new TreeMap<>();
        description.variations.forEach((parameter, values) -> all.put(parameter, values.of(extent)));
        return all;
    }

    /** Returns the values that can be asked for of each parameter that is varied, the usual ones first. */
    public Map<String, List<String>> parameters() {
        Map<String, List<String>> all = new TreeMap<>();
        description.variations.forEach((parameter, values) -> all.put(parameter, values.all()));
        return all;
    }

    /** See {@link Description#quickProviders}. */
    public List<String> quickProviders() {
        return description.quickProviders;
    }

    /** See {@link Description#intrinsics}. */
    public boolean hasIntrinsics() {
        return description.intrinsics;
    }

    /** Returns how long it is measured where others are measured as usual. */
    public Timing timing(Timing usual) {
        return description.timing.apply(usual);
    }

    /** See {@link Description#threads}. */
    public List<Integer> threads(String algorithm, String provider) {
        return description.threads.apply(algorithm, provider);
    }

    /** See {@link Description#calls}. */
    Call call(Bench.Cell cell) {
        return description.calls.apply(this, cell);
    }

    /** See {@link Description#inTurn}. */
    public boolean isInTurn() {
        return description.inTurn.isPresent();
    }

    /** Returns what a fork measured of a cell. */
    public Observation reading(Bench.Cell cell, int round, RunResult fork) {
        return description.inTurn.orElse(Reading::of).read(cell, round, fork);
    }

    /** See {@link Description#compare}. */
    public List<Comparison> comparisons() {
        return description.comparisons;
    }

    /** See {@link Description#openSsl}. */
    public List<String> openSsl(String operation, String algorithm) {
        return description.openSsl.apply(operation, algorithm);
    }

    /** Returns who can be asked to do an algorithm, by the names that the option {@code --provider} knows. */
    public List<String> providers(String algorithm) {
        return performers instanceof Performers.Libraries libraries ? libraries.of().apply(algorithm)
                : performers instanceof Performers.Ways ways ? ways.of().apply(algorithm) : CryptoProvider.known();
    }

    /** Returns who can be asked to do any of it. */
    public Set<String> allProviders() {
        return algorithms(Extent.THOROUGH).stream().flatMap(algorithm -> providers(algorithm).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns whether any security provider can be asked, or only those of {@link #providers}. */
    public boolean takesAnyProvider() {
        return performers instanceof Performers.Providers;
    }

    /**
     * Returns the version of a provider in this JVM; null for libraries, which come with EEJS or the JDK.
     *
     * @throws GeneralSecurityException with a line that says why it cannot be had
     */
    public String version(String provider) throws GeneralSecurityException {
        return takesAnyProvider() ? ProviderList.version(CryptoProvider.open(provider)) : null;
    }

    /**
     * Asks a provider for answers that are known, in the JVM that will be measured.
     *
     * @return by what they are known, in a few words
     * @throws java.security.NoSuchAlgorithmException when the provider does not offer the algorithm, or not on this JDK
     * @throws MismatchException when an answer is another one
     * @throws Exception when it fails otherwise
     */
    public String check(String provider, String algorithm) throws Exception {
        if (performers instanceof Performers.Libraries libraries) {
            return libraries.check().of(provider, algorithm);
        }
        if (performers instanceof Performers.Ways) {
            Map<String, String> first = new TreeMap<>();
            parameters().forEach((name, values) -> first.put(name, values.get(0)));
            return call(new Bench.Cell(name(), operations(Extent.THOROUGH).get(0), algorithm,
                    sizes(Extent.THOROUGH).stream().findFirst().orElse(null), first, "", provider, true, 1)).prove();
        }
        return check(CryptoProvider.open(provider), algorithm);
    }

    /**
     * Returns the same of a security provider that is at hand.
     *
     * @throws IllegalStateException when libraries do this group's operations
     */
    public String check(Provider provider, String algorithm) throws Exception {
        if (performers instanceof Performers.Providers providers) {
            return providers.check().of(provider, algorithm);
        }
        throw new IllegalStateException("no security provider does the operations of " + name());
    }
}
