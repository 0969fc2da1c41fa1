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
 * A group of benchmarks that are shown together: operations, algorithms, and the check that a provider computes
 * correctly. The benchmark's class holds its group, which a line in {@code Groups} lists:
 *
 * <pre>{@code
 * public static final Group GROUP = Group.named("digest", DigestBytes.class).title("Message digests")
 *         .about("One message, digested in one piece.").operations("digest")
 *         .algorithms(List.of("SHA-256"), List.of("SHA-1", "SHA-256")).checkedBy(DigestBytes::check);
 * }</pre>
 *
 * <p>The benchmark has at least the parameters {@code provider} and those of {@link #parametersOf}; where operations
 * have a size, also {@code bytes}. Immutable.
 */
public final class Group {
    private final Description description;
    private final Performers performers;

    private Group(Description description, Performers performers) {
        this.description = description;
        this.performers = performers;
    }

    /** Checks a security provider, or a library by its name, with known answers. */
    public interface KnownAnswerCheck<P> {
        /** Checks as {@link Group#check(String, String)} does. */
        String of(P provider, String algorithm) throws Exception;
    }

    /** The providers, libraries or ways of a group, and their check. */
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

    /** A group under construction; for one thread. */
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

        /** Sets its title. */
        public Description title(String words) {
            title = words;
            return this;
        }

        /** Sets the description of an operation, in a sentence: what its time includes and what not. */
        public Description about(String sentence) {
            about = sentence;
            return this;
        }

        /** Sets the names of the benchmark's methods; each is an operation. The most informative one comes first. */
        public Description operations(String... all) {
            return operations(List.of(all), List.of(all));
        }

        /** Sets the operations of a quick run and those of a thorough one. */
        public Description operations(List<String> quick, List<String> thorough) {
            operations = new Choice<>(quick, thorough);
            return this;
        }

        /** Sets the algorithms by their usual names, for example {@code AES-128-GCM}. */
        public Description algorithms(List<String> quick, List<String> thorough) {
            algorithms = new Choice<>(quick, thorough);
            return this;
        }

        /** Sets the numbers of bytes that operations process, ascending; by default they have no size. */
        public Description sizes(List<Integer> quick, List<Integer> thorough) {
            sizes = new Choice<>(quick, thorough);
            return this;
        }

        /** Sets the benchmark's parameters for an algorithm; by default only {@code algorithm}. */
        public Description parameters(Function<String, Map<String, String>> ofAlgorithm) {
            parameters = ofAlgorithm;
            return this;
        }

        /** Adds a parameter of the benchmark, with the values to measure, in all combinations. */
        public Description variation(String parameter, List<String> quick, List<String> thorough) {
            variations.put(parameter, new Choice<>(quick, thorough));
            return this;
        }

        /** Adds a parameter with one value to measure, and others only when they are named. */
        public Description variation(String parameter, String usual, String... others) {
            variations.put(parameter, new Choice<>(List.of(usual), List.of(usual), List.of(others)));
            return this;
        }

        /**
         * Sets the providers of a quick run, among those found; by default all. Omit those that make no difference or
         * take too long.
         */
        public Description quickProviders(List<String> names) {
            quickProviders = names;
            return this;
        }

        /** States that the operations of the JDK's providers run on intrinsics that a flag can switch off. */
        public Description intrinsics() {
            intrinsics = true;
            return this;
        }

        /**
         * Sets how many times longer than usual a JVM warms up. The JIT compiler takes longer for code of many methods,
         * for example of elliptic curves or handshakes, than for a loop over bytes.
         */
        public Description warmupFactor(int times) {
            timing = usual -> usual.warmedUp(times);
            return this;
        }

        /** Sets the fixed seconds of warm-up and measurement; a quick run takes two of each. */
        public Description seconds(int warmup, int measured) {
            timing = usual -> usual.inSeconds(warmup, measured);
            return this;
        }

        /** Sets fixed numbers of threads for an algorithm of a provider; an empty list means the usual numbers. */
        public Description threads(BiFunction<String, String, List<Integer>> numbers) {
            threads = numbers;
            return this;
        }

        /** Sets the call for a cell, where parameters have other names, or there are several benchmarks. */
        public Description calls(Function<Bench.Cell, Call> ofCell) {
            calls = (group, cell) -> ofCell.apply(cell);
            return this;
        }

        /**
         * Lets one fork measure all providers of a cell, in turns: two forks differ by more than the expected effect.
         *
         * @param reading reads a cell's figures from the fork
         */
        public Description inTurn(Reading.Reader reading) {
            inTurn = Optional.of(reading);
            return this;
        }

        /** Sets the comparisons. Such a group is measured only when it is named, and ends at the first failure. */
        public Description compare(Comparison... pairs) {
            comparisons = List.of(pairs);
            return this;
        }

        /**
         * Sets the words after {@code openssl speed} that measure an operation natively, without those
         * for size, time and number of processes; empty when it does not support it.
         */
        public Description openSsl(BiFunction<String, String, List<String>> words) {
            openSsl = words;
            return this;
        }

        /** Returns the group, with operations of security providers. */
        public Group checkedBy(KnownAnswerCheck<Provider> check) {
            return new Group(this, new Performers.Providers(check));
        }

        /**
         * Returns the group, with operations of libraries.
         *
         * @param libraries the libraries for an algorithm
         */
        public Group performedBy(Function<String, List<String>> libraries, KnownAnswerCheck<String> check) {
            return new Group(this, new Performers.Libraries(libraries, check));
        }

        /** Returns the group, with operations in these ways; its benchmarks assert that they work. */
        public Group performedBy(String... ways) {
            List<String> all = List.of(ways);
            return performedBy(algorithm -> all);
        }

        /** Returns the group, with ways that differ by algorithm. */
        public Group performedBy(Function<String, List<String>> ways) {
            return new Group(this, new Performers.Ways(ways));
        }
    }

    /** Returns the name; see {@link #named}. */
    public String name() {
        return description.name;
    }

    /** Returns the title; see {@link Description#title}. */
    public String title() {
        return description.title;
    }

    /** Returns the description of an operation; see {@link Description#about}. */
    public String about() {
        return description.about;
    }

    /** Returns the benchmark's class; see {@link #named}. */
    public Class<?> benchmark() {
        return description.benchmark;
    }

    /** Returns the operations; see {@link Description#operations}. */
    public List<String> operations(Extent extent) {
        return description.operations.of(extent);
    }

    /** Returns the algorithms; see {@link Description#algorithms}. */
    public List<String> algorithms(Extent extent) {
        return description.algorithms.of(extent);
    }

    /** Returns the sizes; see {@link Description#sizes}. */
    public List<Integer> sizes(Extent extent) {
        return description.sizes.of(extent);
    }

    /** Returns the parameters of an algorithm; see {@link Description#parameters}. */
    public Map<String, String> parametersOf(String algorithm) {
        return description.parameters.apply(algorithm);
    }

    /** Returns the further parameters, in the order of their names; see {@link Description#variation}. */
    public Map<String, List<String>> variations(Extent extent) {
        Map<String, List<String>> all = new TreeMap<>();
        description.variations.forEach((parameter, values) -> all.put(parameter, values.of(extent)));
        return all;
    }

    /** Returns the values that can be named for each further parameter, the usual ones first. */
    public Map<String, List<String>> parameters() {
        Map<String, List<String>> all = new TreeMap<>();
        description.variations.forEach((parameter, values) -> all.put(parameter, values.all()));
        return all;
    }

    /** Returns the providers of a quick run; see {@link Description#quickProviders}. */
    public List<String> quickProviders() {
        return description.quickProviders;
    }

    /** Returns whether flags can switch intrinsics off; see {@link Description#intrinsics}. */
    public boolean hasIntrinsics() {
        return description.intrinsics;
    }

    /** Returns the timing of the group, by the usual timing. */
    public Timing timing(Timing usual) {
        return description.timing.apply(usual);
    }

    /** Returns the numbers of threads; see {@link Description#threads}. */
    public List<Integer> threads(String algorithm, String provider) {
        return description.threads.apply(algorithm, provider);
    }

    /** Returns the call for a cell; see {@link Description#calls}. */
    Call call(Bench.Cell cell) {
        return description.calls.apply(this, cell);
    }

    /** Returns whether one fork measures all providers in turns; see {@link Description#inTurn}. */
    public boolean isInTurn() {
        return description.inTurn.isPresent();
    }

    /** Returns a cell's observation from a fork. */
    public Observation reading(Bench.Cell cell, int round, RunResult fork) {
        return description.inTurn.orElse(Reading::of).read(cell, round, fork);
    }

    /** Returns the comparisons; see {@link Description#compare}. */
    public List<Comparison> comparisons() {
        return description.comparisons;
    }

    /** Returns the words for {@code openssl speed}; see {@link Description#openSsl}. */
    public List<String> openSsl(String operation, String algorithm) {
        return description.openSsl.apply(operation, algorithm);
    }

    /** Returns the providers or libraries for an algorithm, by their names for the option {@code --provider}. */
    public List<String> providers(String algorithm) {
        return performers instanceof Performers.Libraries libraries ? libraries.of().apply(algorithm)
                : performers instanceof Performers.Ways ways ? ways.of().apply(algorithm) : CryptoProvider.known();
    }

    /** Returns the providers or libraries for any algorithm. */
    public Set<String> allProviders() {
        return algorithms(Extent.THOROUGH).stream().flatMap(algorithm -> providers(algorithm).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns whether any security provider is supported, or only those of {@link #providers}. */
    public boolean takesAnyProvider() {
        return performers instanceof Performers.Providers;
    }

    /**
     * Returns the version of a provider in this JVM; null for libraries, which come with EEJS or the JDK.
     *
     * @throws GeneralSecurityException with a line that gives the reason when it is not available
     */
    public String version(String provider) throws GeneralSecurityException {
        return takesAnyProvider() ? ProviderList.version(CryptoProvider.open(provider)) : null;
    }

    /**
     * Checks a provider with known answers, in the JVM that will be measured.
     *
     * @return the source of the answers, in a few words
     * @throws java.security.NoSuchAlgorithmException when the provider does not offer the algorithm, or not on this JDK
     * @throws MismatchException when an answer differs
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
     * Checks a security provider that is open already, with known answers.
     *
     * @throws IllegalStateException when libraries do this group's operations
     */
    public String check(Provider provider, String algorithm) throws Exception {
        if (performers instanceof Performers.Providers providers) {
            return providers.check().of(provider, algorithm);
        }
        throw new IllegalStateException("the group " + name() + " does not measure security providers");
    }
}
