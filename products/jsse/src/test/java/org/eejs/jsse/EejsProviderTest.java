package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.security.KeyStore;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.jsse.runtime.EngineClass;
import org.eejs.jsse.runtime.Settings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The provider's list of services, and the file that turns it on. */
class EejsProviderTest {
    @AfterEach
    void clean() {
        System.clearProperty(Settings.SERVICES);
    }

    @Test
    void servesTheNamedServices() {
        assertNotNull(new EejsProvider().getService("KeyManagerFactory", "NewSunX509"));
        assertNotNull(new EejsProvider().getService("TrustManagerFactory", "X.509"));
        System.setProperty(Settings.SERVICES, " KeyStore , SSLContext,");
        EejsProvider some = new EejsProvider();
        assertNotNull(some.getService("KeyStore", "PKCS12"));
        assertNotNull(some.getService("SSLContext", "TLSv1.3"));
        assertNull(some.getService("TrustManagerFactory", "PKIX"));
    }

    @Test
    void leavesRandomNumbersToTheJdkUnlessTheyAreNamed() {
        assertNull(new EejsProvider().getService("SecureRandom", "EEJS"));
        assertNotNull(new EejsProvider(Set.of("default", "SecureRandom")).getService("SSLContext", "TLS"));
        System.setProperty(Settings.SERVICES, "default, SecureRandom");
        EejsProvider all = new EejsProvider();
        for (EngineClass cure : EngineClass.values()) {
            assertTrue(all.keySet().containsAll(cure.entries().keySet()), cure.engine());
        }
    }

    @Test
    void theDefaultIsAllButRandomNumbers() {
        System.setProperty(Settings.SERVICES, "default");
        assertEquals(Set.of("KeyManagerFactory", "TrustManagerFactory", "KeyStore", "SSLContext"), Settings.services());
    }

    /** Each wrong value, with the required content of the line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "services|KeyStore,KeyManagerFactry|SSLContext",
        "services|Cipher|KeyStore",
        "keyManager|refreshing|stock",
        "refreshMillis|0|from 1 to",
        "refreshMillis|250ms|from 1 to",
        "keyGraceMillis|1m|from 0 to",
        "keyGraceMillis|-1|from 0 to",
        "sslContext|shared|own or share",
        "random.reseedSeconds|a day|from 0 to",
        "random.bufferBytes|1000000000000|from 0 to",
        "keyGraceMilis|1000|org.eejs.jsse.keyGraceMillis",
    })
    void servesNothingWithAWrongValueAndNamesItAndTheAllowedOnes(String name, String value, String allowed) {
        String property = "org.eejs.jsse." + name;
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getLevel() + " " + line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(Settings.class.getName());
        log.addHandler(handler);
        log.setUseParentHandlers(false);
        System.setProperty(property, value);
        Provider provider = new EejsProvider();
        Security.insertProviderAt(provider, 1);
        try {
            // Without a provider's name: no other provider must serve instead.
            for (Executable use : List.<Executable>of(() -> KeyManagerFactory.getInstance("NewSunX509"),
                    () -> TrustManagerFactory.getInstance("X.509"), () -> KeyStore.getInstance("PKCS12"),
                    () -> SSLContext.getInstance("TLS"), () -> SSLContext.getInstance("TLSv1.2", provider))) {
                String line = assertThrows(ProviderException.class, use).getMessage();
                assertTrue(line.contains(property) && line.contains(allowed), line);
                assertFalse(line.contains("\n"), line);
            }
            assertFalse(new SecureRandom().getProvider() == provider, "random numbers nobody named stay the JDK's");
            new EejsProvider();
            assertThrows(IllegalArgumentException.class, () -> new EejsProvider(Set.of("KeyStore")));
        } finally {
            Security.removeProvider(EejsProvider.NAME);
            System.clearProperty(property);
            log.removeHandler(handler);
            log.setUseParentHandlers(true);
        }
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).startsWith("SEVERE") && lines.get(0).contains(property), lines.get(0));
    }

    @Test
    void refusesNamesThatCodeGives() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new EejsProvider(Set.of("Cipher")))
                .getMessage().contains("[Cipher]"));
    }

    @Test
    void printsTheProvidersOfThisJdkBehindItself() throws Exception {
        Properties properties = new Properties();
        properties.load(new StringReader(SecurityFile.text()));
        assertEquals(EejsProvider.class.getName(), properties.getProperty("security.provider.1"));
        assertTrue(SecurityFile.text().contains("-Dorg.eejs.jsse.services=default,SecureRandom"), SecurityFile.text());
        int i = 1;
        while (Security.getProperty("security.provider." + i) != null) {
            assertEquals(Security.getProperty("security.provider." + i).trim(),
                    properties.getProperty("security.provider." + (i + 1)));
            i++;
        }
        assertTrue(i > 5, "providers of this JDK: " + i);
        assertNull(properties.getProperty("security.provider." + (i + 1)));
    }
}
