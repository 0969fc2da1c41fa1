package org.eejs.lab.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Nearest;
import org.eejs.result.InputException;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.DocumentSize;
import org.eejs.xmlload.engine.TransactionKind;
import org.eejs.xmlload.keys.SignatureKey;

/**
 * What a person chose of that which studies of the XML workload vary. An empty list means that nothing was chosen, and
 * that the study says what it takes. Immutable.
 *
 * @param transactions kinds of transactions
 * @param libraries who does them
 * @param documents kinds of documents
 * @param sizes how long they are
 * @param keys of signatures
 * @param providers of signatures
 * @param threads how many
 * @param placements how threads are placed
 * @param jdks versions or home folders
 * @param jvmOptions sets of options
 */
public record XmlChoice(List<String> transactions, List<String> libraries, List<String> documents, List<String> sizes,
        List<String> keys, List<String> providers, List<Integer> threads, List<String> placements, List<String> jdks,
        List<List<String>> jvmOptions) {
    /** Nothing chosen. */
    public static final XmlChoice NOTHING = new XmlChoice(List.of(), List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of());

    /**
     * Checks every name.
     *
     * @throws InputException with a line that lists those that exist
     */
    public XmlChoice {
        check("transaction", transactions, Transactions::byName);
        libraries.forEach(XmlChoice::library);
        check("document", documents, DocumentKind::byId);
        check("size", sizes, DocumentSize::parse);
        check("key", keys, SignatureKey::byId);
        providers.forEach(SignatureProviders::check);
        threads.forEach(XmlTask::checkThreads);
        placements.forEach(XmlTask::placement);
        jdks.forEach(Jdk::find);
    }

    private static void check(String key, List<String> names, Consumer<String> reader) {
        for (String name : names) {
            try {
                reader.accept(name);
            } catch (IllegalArgumentException e) {
                throw new InputException(key, "--" + key + " " + e.getMessage());
            }
        }
    }

    private static void library(String name) {
        List<String> known = Transactions.ALL.stream().flatMap(kind -> kind.libraries().stream()).distinct().toList();
        if (!known.contains(name)) {
            throw new InputException("library", "--library '%s' is not a library; there are, nearest first, %s"
                    .formatted(name, String.join(", ", Nearest.first(name, known))));
        }
    }

    /**
     * Checks that what was chosen can be had together.
     *
     * @throws InputException with a line that says what cannot
     */
    public void checkTogether() {
        List<TransactionKind> kinds = transactions.stream().map(Transactions::byName).toList();
        for (TransactionKind kind : kinds) {
            if (!libraries.isEmpty() && kind.libraries().stream().noneMatch(libraries::contains)) {
                throw new InputException("library", "--library %s: none of them is one for %s; there are %s".formatted(
                        String.join(",", libraries), kind.name(), String.join(", ", kind.libraries())));
            }
        }
        if (!kinds.isEmpty() && kinds.stream().noneMatch(TransactionKind::signature)
                && !(keys.isEmpty() && providers.isEmpty())) {
            throw new InputException("key", "--key and --provider are for signatures, which "
                    + String.join(", ", transactions) + " has none of; leave them out");
        }
    }

    /**
     * This choice, and where nothing was chosen, the other one; libraries are left alone, since not every kind has all.
     */
    private XmlChoice or(XmlChoice others) {
        return new XmlChoice(first(transactions, others.transactions), libraries, first(documents, others.documents),
                first(sizes, others.sizes), first(keys, others.keys), first(providers, others.providers),
                first(threads, others.threads), first(placements, others.placements), first(jdks, others.jdks),
                first(jvmOptions, others.jvmOptions));
    }

    private static <T> List<T> first(List<T> chosen, List<T> otherwise) {
        return chosen.isEmpty() ? otherwise : chosen;
    }

    /**
     * Everything chosen with everything else chosen, in the order of a report. A kind for which no chosen library is
     * one is left out, unless the kind was chosen, too.
     *
     * @param usual what a study takes where nothing was chosen; complete but for libraries, where an empty list means
     *     all of each kind, and a kind that has none of those named is done by its first
     * @param seed what documents follow from
     */
    public List<XmlSettings> each(XmlChoice usual, long seed) {
        XmlChoice all = or(usual);
        List<XmlSettings> settings = new ArrayList<>();
        for (String name : all.transactions) {
            TransactionKind kind = Transactions.byName(name);
            for (String library : libraries(kind, usual.libraries)) {
                all.each(kind, library, seed, settings);
            }
        }
        return settings;
    }

    private List<String> libraries(TransactionKind kind, List<String> usual) {
        if (!libraries.isEmpty()) {
            return kind.libraries().stream().filter(libraries::contains).toList();
        }
        List<String> some = kind.libraries().stream().filter(usual::contains).toList();
        return usual.isEmpty() ? kind.libraries() : some.isEmpty() ? kind.libraries().subList(0, 1) : some;
    }

    private void each(TransactionKind kind, String library, long seed, List<XmlSettings> settings) {
        for (String document : documents) {
            for (String size : sizes) {
                for (String key : kind.signature() ? keys : nothing()) {
                    for (String provider : kind.signature() ? providers : nothing()) {
                        for (String placement : placements) {
                            for (int number : threads) {
                                for (String jdk : jdks) {
                                    for (List<String> options : jvmOptions) {
                                        settings.add(new XmlSettings(kind.name(), library, document,
                                                DocumentSize.format(DocumentSize.parse(size)), key, provider, number,
                                                placement, jdk, options, seed));
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /** One setting that says nothing. */
    private static List<String> nothing() {
        List<String> one = new ArrayList<>();
        one.add(null);
        return one;
    }
}
