package org.eejs.xmlload;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * The content of a document's elements: made-up people, places, goods and sums. {@link Random} has a specified
 * algorithm, so the same seed gives the same content on every JDK. For one thread.
 */
final class DocumentFields {
    /** The minimum for {@link #words}, in bytes. */
    static final int SHORTEST_WORDS = 12;

    /** Room for one of the shorter words and what must follow. */
    private static final int FITS_A_SHORT_WORD = 6;

    private static final List<String> GIVEN_NAMES = List.of("Anna", "José", "Müge", "Łucja", "Chloé", "Jürgen",
            "Σοφία", "Oskar", "Siân", "Tomáš", "Naomi", "Åsa", "Pierre", "Ivana", "太郎", "Grace");
    private static final List<String> FAMILY_NAMES = List.of("Schmidt", "O'Brien", "García", "Nowak", "Lefèvre",
            "Größl", "Παππάς", "Jensen", "Dvořák", "Rossi", "\uD842\uDFB7野", "Smith", "van den Berg", "Kovács",
            "Silva", "Lindqvist");
    private static final List<String> TRADES = List.of("Logistics", "Maschinenbau", "Papeterie", "Foods", "Électricité",
            "Tools", "Büromöbel", "Textiles", "Chemicals", "Print & Paper", "Optics", "Hardware");
    private static final List<String> LEGAL_FORMS = List.of("GmbH", "Ltd", "S.A.", "AG & Co. KG", "BV", "Sp. z o.o.",
            "Inc.", "AB");
    private static final List<String> STREETS = List.of("Hauptstraße", "Station Road", "Rue de l'Église", "Calle Mayor",
            "Ulica Długa", "Via Roma", "Kungsgatan", "High Street");
    private static final List<String> TOWNS = List.of("Zürich", "Leeds", "Orléans", "Málaga", "Kraków", "Bologna",
            "Malmö", "Antwerpen", "Linz", "Cork", "Plzeň", "Køge");
    /** Words of a text on goods and payments: some contain characters beyond ASCII, or need a reference. */
    private static final List<String> WORDS = List.of("the", "delivery", "of", "parts", "as", "agreed", "by", "phone",
            "on", "Monday", "please", "note", "that", "pallets", "are", "returned", "empty", "with", "next", "truck",
            "invoice", "number", "steel", "M8", "galvanised", "for", "assembly", "line", "contract", "customer",
            "payment", "due", "Größe", "façade", "naïve", "5 °C", "R&D", "x < 3", "\"fragile\"", "→",
            "\uD842\uDFB7野");

    private final Random random;
    private final boolean plain;

    /**
     * Fields that follow from a seed.
     *
     * @param plain whether optional parts are left out
     */
    DocumentFields(long seed, boolean plain) {
        random = new Random(seed);
        this.plain = plain;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns whether to write an optional part, with this probability in percent. */
    boolean takes(int percent) {
        return below(100) < percent && !plain;
    }

    /** Writes an optional part with this probability in percent. */
    void maybe(int percent, Runnable part) {
        if (takes(percent)) {
            part.run();
        }
    }

    String one(String... of) {
        return of[below(of.length)];
    }

    private String one(List<String> of) {
        return of.get(below(of.size()));
    }

    String digits(int many) {
        return (char) ('1' + below(9)) + repeated(many - 1, () -> (char) ('0' + below(10)));
    }

    String letters(int many) {
        return repeated(many, () -> (char) ('A' + below(26)));
    }

    String hex(int many) {
        return repeated(many, () -> Character.forDigit(below(16), 16));
    }

    private static String repeated(int many, Supplier<Character> next) {
        StringBuilder text = new StringBuilder(many);
        for (int i = 0; i < many; i++) {
            text.append(next.get());
        }
        return text.toString();
    }

    String person() {
        return one(GIVEN_NAMES) + " " + one(FAMILY_NAMES);
    }

    String company() {
        return one(FAMILY_NAMES) + " " + one(TRADES) + " " + one(LEGAL_FORMS);
    }

    String street() {
        return one(STREETS);
    }

    String town() {
        return one(TOWNS);
    }

    String country() {
        return one("AT", "BE", "CH", "DE", "DK", "ES", "FR", "GB", "IE", "IT", "PL", "SE");
    }

    String email() {
        return one("billing", "orders", "post", "info") + below(1000) + "@example." + one("com", "net", "org");
    }

    String phone() {
        return "+" + (30 + below(20)) + " " + digits(3) + " " + digits(6);
    }

    String date() {
        return String.format(Locale.ROOT, "2026-%02d-%02d", 1 + below(12), 1 + below(28));
    }

    /** Returns a moment of 2026, to the millisecond, in UTC. */
    String moment() {
        return date() + String.format(Locale.ROOT, "T%02d:%02d:%02d.%sZ", below(24), below(60), below(60), digits(3));
    }

    /** Returns an amount of money from 0.01 to 10,000.00, in cents; small amounts are as frequent as large ones. */
    long cents() {
        int magnitude = 10;
        for (int i = below(6); i > 0; i--) {
            magnitude *= 10;
        }
        return 1 + below(magnitude);
    }

    static String decimal(long cents) {
        long fraction = cents % 100;
        return cents / 100 + (fraction < 10 ? ".0" : ".") + fraction;
    }

    /** Returns a German account number with the check digits of ISO 13616. */
    String iban() {
        String account = digits(18);
        // ISO 7064, MOD 97-10, over the account, the country as numbers (D is 13, E is 14) and two zeros.
        int rest = 0;
        for (char digit : (account + "131400").toCharArray()) {
            rest = (10 * rest + digit - '0') % 97;
        }
        return String.format(Locale.ROOT, "DE%02d%s", 98 - rest, account);
    }

    String bic() {
        return letters(4) + country() + letters(2) + (takes(50) ? digits(3) : "");
    }

    String uuid() {
        return hex(8) + "-" + hex(4) + "-4" + hex(3) + "-" + one("8", "9", "a", "b") + hex(3) + "-" + hex(12);
    }

    /** Returns a remark with a limited number of bytes; most remarks are short. */
    String remark(int longest) {
        int bytes = below(10) == 0 ? longest : SHORTEST_WORDS + below(longest / 4);
        return words(Math.min(bytes, longest));
    }

    /**
     * Returns words that take exactly this number of bytes as written, references included. Digits fill the rest that
     * no word fits.
     *
     * @param bytes {@link #SHORTEST_WORDS} or more
     */
    String words(int bytes) {
        StringBuilder words = new StringBuilder(bytes);
        int left = bytes;
        while (true) {
            String word = one(WORDS);
            int length = written(word);
            // At least a blank and a digit must fit behind it, or nothing at all.
            if (length != left && length + 2 > left) {
                if (left >= FITS_A_SHORT_WORD) {
                    continue;
                }
                return words.append(digits(left)).toString();
            }
            words.append(word);
            if (length == left) {
                return words.toString();
            }
            words.append(' ');
            left -= length + 1;
        }
    }

    private static int written(String word) {
        int bytes = word.getBytes(StandardCharsets.UTF_8).length;
        for (int i = 0; i < word.length(); i++) {
            String reference = DocumentWriter.reference(word.charAt(i));
            bytes += reference == null ? 0 : reference.length() - 1;
        }
        return bytes;
    }
}
