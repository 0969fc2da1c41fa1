package org.eejs.bank;

import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eejs.role.ControlChannel;
import org.eejs.role.RoleMain;

/**
 * The providers and algorithms that a bank would use; the bank was started and stopped again.
 *
 * @param tlsEngine the TLS implementation for browsers, with its version
 * @param providers the security providers of the process in their order, with their versions
 * @param offers by provider name, everything that it offers as {@code type.algorithm}, sorted, aliases included
 */
record BankCheck(String tlsEngine, List<String> providers, Map<String, Set<String>> offers) {
    private static final String ALIAS = "Alg.Alias.";

    /** Checks a bank and reports the outcome, to the lab as an event, to a person in words; returns the exit code. */
    static int run(BankServer bank, boolean json) throws Exception {
        if (!json) {
            System.out.print(bank.check().inWords());
            return 0;
        }
        ControlChannel channel = ControlChannel.overStandardStreams();
        try {
            channel.emit(ControlChannel.CHECKED, bank.check());
            return 0;
        } catch (Exception e) {
            channel.emit(ControlChannel.FAILED, Map.of("message", RoleMain.describe(e)));
            return 1;
        }
    }

    static BankCheck of(String tlsEngine) {
        Map<String, Set<String>> offers = new LinkedHashMap<>();
        for (Provider provider : Security.getProviders()) {
            offers.put(provider.getName(), offeredBy(provider));
        }
        return new BankCheck(tlsEngine, Arrays.stream(Security.getProviders()).map(BankCheck::nameOf).toList(),
                offers);
    }

    private static Set<String> offeredBy(Provider provider) {
        Set<String> all = provider.getServices().stream()
                .map(service -> service.getType() + "." + service.getAlgorithm())
                .collect(Collectors.toCollection(TreeSet::new));
        // A provider does not list aliases, but they are among the provider's properties.
        provider.stringPropertyNames().stream().filter(name -> name.startsWith(ALIAS))
                .forEach(name -> all.add(name.substring(ALIAS.length())));
        return all;
    }

    /** Returns a provider with its version, for example {@code SunJSSE 17}. */
    static String nameOf(Provider provider) {
        return provider.getName() + " " + provider.getVersionStr();
    }

    private String inWords() {
        StringBuilder words = new StringBuilder("The bank could serve; " + tlsEngine + " would speak TLS with browsers."
                + System.lineSeparator());
        for (String provider : providers) {
            Set<String> offered = offers.get(provider.substring(0, provider.lastIndexOf(' ')));
            words.append(provider).append(": ").append(String.join(", ", offered)).append(System.lineSeparator());
        }
        return words.toString();
    }
}
