package org.eejs.report.text;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.result.Observation;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.settings.RunSettings;

/**
 * What a run is of: the bank with its pages, or a user's own service with its steps. Words of reports are written for
 * the bank, and {@link #words} makes those of a service of them. Immutable.
 *
 * @param service what the service is called; null for the bank
 */
public record Tested(String service) {
    public static final Tested BANK = new Tested(null);

    /** Each word that only the bank has, and what stands for it; longer ones first. */
    private static final List<Word> WORDS = List.of(
            new Word("pages and images", "steps"), new Word("the back end’s", "other servers’"),
            new Word("back end’s", "other servers’"), new Word("the back end", "other servers"),
            new Word("bank", "service"), new Word("Bank", "Service"), new Word("page", "step"),
            new Word("Page", "Step"), new Word("pages", "steps"), new Word("Pages", "Steps"));

    private record Word(Pattern pattern, String instead) {
        private Word(String ofTheBank, String instead) {
            this(Pattern.compile("\\b" + ofTheBank + "\\b"), instead);
        }
    }

    /** Returns what a run is of. */
    public static Tested of(Observation run) {
        return run.evidence().service() == null ? BANK : new Tested(run.evidence().service().name());
    }

    /** Returns what all of these are of; the bank where they are not of one kind. */
    public static Tested of(Collection<Observation> runs) {
        List<Tested> each = runs.stream().map(Tested::of).distinct().toList();
        return each.isEmpty() || each.contains(BANK) ? BANK : each.get(0);
    }

    /** Returns what a run of these processes is of: the bank has a back end, a service has none that is known. */
    public static Tested of(Disclosure disclosure) {
        return disclosure.jdks().containsKey("driver") && !disclosure.jdks().containsKey("besim")
                ? new Tested("the service") : BANK;
    }

    /** Returns what runs of these settings will be of; any may be null. */
    public static Tested ofSettings(Collection<RunSettings> settings) {
        return settings.stream().filter(Objects::nonNull).flatMap(each -> each.word(BankingSettings.SERVICE).stream())
                .findFirst().map(Tested::new).orElse(BANK);
    }

    public boolean isService() {
        return service != null;
    }

    /** Returns what begins a sentence about it. */
    public String capitalised() {
        return isService() ? service : "The bank";
    }

    /** Within a sentence. */
    public String name() {
        return isService() ? service : "the bank";
    }

    /** Returns the words for it of words for the bank, which must not hold names or other data. */
    public String words(String ofTheBank) {
        String words = ofTheBank;
        for (Word word : isService() ? WORDS : List.<Word>of()) {
            words = word.pattern().matcher(words).replaceAll(word.instead());
        }
        return words;
    }

    /** Returns the role under which {@link Roles} names a process: a service has the bank's in results. */
    public String role(String recorded) {
        return isService() && recorded.equals("bank") ? Roles.SERVICE : recorded;
    }
}
