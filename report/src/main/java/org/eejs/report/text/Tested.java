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
 * The subject of a run: the bank with its pages, or a user's service with its steps. Reports are written for the bank;
 * {@link #words} adapts them to a service. Immutable.
 *
 * @param service the name of the service; null for the bank
 */
public record Tested(String service) {
    public static final Tested BANK = new Tested(null);

    /** Words for the bank with their replacements for a service; longer ones first. */
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

    /** Returns the subject of a run. */
    public static Tested of(Observation run) {
        return run.evidence().service() == null ? BANK : new Tested(run.evidence().service().name());
    }

    /** Returns the common subject of runs; the bank if they have several. */
    public static Tested of(Collection<Observation> runs) {
        List<Tested> each = runs.stream().map(Tested::of).distinct().toList();
        return each.isEmpty() || each.contains(BANK) ? BANK : each.get(0);
    }

    /** Returns the subject of a run with these processes. A bank has a back end, a service has none that is known. */
    public static Tested of(Disclosure disclosure) {
        return disclosure.jdks().containsKey("driver") && !disclosure.jdks().containsKey("besim")
                ? new Tested("the service") : BANK;
    }

    /** Returns the subject of future runs with these settings; any of them may be null. */
    public static Tested ofSettings(Collection<RunSettings> settings) {
        return settings.stream().filter(Objects::nonNull).flatMap(each -> each.word(BankingSettings.SERVICE).stream())
                .findFirst().map(Tested::new).orElse(BANK);
    }

    public boolean isService() {
        return service != null;
    }

    /** Returns the subject at the beginning of a sentence. */
    public String capitalised() {
        return isService() ? service : "The bank";
    }

    /** Returns the subject within a sentence. */
    public String name() {
        return isService() ? service : "the bank";
    }

    /** Returns words for the bank, adapted to this subject. They must not contain names or other data. */
    public String words(String ofTheBank) {
        String words = ofTheBank;
        for (Word word : isService() ? WORDS : List.<Word>of()) {
            words = word.pattern().matcher(words).replaceAll(word.instead());
        }
        return words;
    }

    /** Returns the role of a process for {@link Roles}: in results, a service has the role of the bank. */
    public String role(String recorded) {
        return isService() && recorded.equals("bank") ? Roles.SERVICE : recorded;
    }
}
