package org.eejs.banking;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A customer of the bank. All data follow from the user id: nothing is stored, and 100 million customers need no
 * memory. The back end derives them to answer the bank; the driver derives them to check the bank's pages.
 *
 * @param id the user id, 0 to 99,999,999
 */
public record Customer(int id) {
    /** One more than the largest user id. */
    public static final int LIMIT = 100_000_000;

    private static final String[] STREETS = {"Ash", "Birch", "Cedar", "Elder", "Hazel", "Juniper", "Larch", "Willow"};
    private static final String[] CITIES = {"Alder Bay", "Brookfield", "Coldwater", "Eastmere", "Fernhill", "Greyford"};
    private static final String[] STATES = {"AL", "CO", "IA", "ME", "NV", "OR", "TX", "VT"};
    private static final String[] PAYEES = {"City Water", "Northern Power", "Harbour Gas", "Blue Line Telephone",
        "Meadow Rent", "Oak Insurance", "Summit Broadband", "County Taxes", "Riverside School", "Polar Heating"};

    /** An account: its number of 10 digits, its type, and its balance in cents. */
    public record Account(String number, String type, long balanceCents) {}

    /** Throws IllegalArgumentException when there is no such user id. */
    public Customer {
        if (id < 0 || id >= LIMIT) {
            throw new IllegalArgumentException("user id " + id + " does not exist; ids are 0 to " + (LIMIT - 1));
        }
    }

    /** Returns the user id in 10 digits, as the bank shows it. */
    public String number() {
        return digits(id);
    }

    /** Returns what the customer types to log in; derived from the id like everything else, so it protects nothing. */
    public String password() {
        return Long.toHexString(mix(1) | Long.MIN_VALUE).substring(0, 12);
    }

    /**
     * Returns the hash by which the back end stores the password, in hexadecimal. The workload's wire format prescribes
     * MD5. It represents the work of a login, and is not suitable for real passwords.
     */
    public String passwordHash() {
        return md5(password());
    }

    /** Returns the hash of a password in the back end's form. */
    public static String md5(String password) {
        try {
            byte[] hash = MessageDigest.getInstance("MD5").digest(password.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has MD5 unless a policy forbids it", e);
        }
    }

    /** Returns the customer's accounts: checking, savings and a credit card. The checking account comes first. */
    public List<Account> accounts() {
        return List.of(
                new Account(digits(2_000L + id), "checking", 10_000 + pick(2, 900_000)),
                new Account(digits(1_000_002_000L + id), "savings", 50_000 + pick(3, 9_000_000)),
                new Account(digits(2_000_002_000L + id), "card", -pick(4, 300_000)));
    }

    /** Returns the number of the checking account. */
    public String checkingAccount() {
        return digits(2_000L + id);
    }

    /** Returns the street and house number. */
    public String street() {
        return (1 + pick(5, 400)) + " " + STREETS[pick(6, STREETS.length)] + " Street";
    }

    /** Returns the city. */
    public String city() {
        return CITIES[pick(7, CITIES.length)];
    }

    /** Returns the state, in two letters. */
    public String state() {
        return STATES[pick(8, STATES.length)];
    }

    /** Returns the postal code, in five digits. */
    public String zip() {
        return "%05d".formatted(10_000 + pick(9, 89_999));
    }

    /** Returns the e-mail address. */
    public String email() {
        return "user" + number() + "@bank.example";
    }

    /** Returns the telephone number. */
    public String phone() {
        return "555-%04d".formatted(pick(10, 10_000));
    }

    /** Returns the payees of the customer's bills, three to seven. */
    public List<String> payees() {
        int first = pick(11, PAYEES.length);
        int count = 3 + pick(12, 5);
        return IntStream.range(first, first + count)
                .mapToObj(i -> PAYEES[i % PAYEES.length])
                .toList();
    }

    /** Returns an amount of cents as the bank shows it, for example {@code -1,234.56}. */
    public static String money(long cents) {
        long whole = Math.abs(cents);
        return String.format(Locale.ROOT, "%s%,d.%02d", cents < 0 ? "-" : "", whole / 100, whole % 100);
    }

    private static String digits(long number) {
        String text = Long.toString(number);
        return "0000000000".substring(text.length()) + text;
    }

    private int pick(int property, int bound) {
        return (int) Long.remainderUnsigned(mix(property), bound);
    }

    /**
     * Returns the finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
     */
    private long mix(int property) {
        long z = id * 0x9E3779B97F4A7C15L + property * 0xD1342543DE82EF95L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
