package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The provider's list of services, and the file that turns it on. */
class EejsProviderTest {
    @AfterEach
    void clean() {
        System.clearProperty(Settings.SERVICES);
    }

    @Test
    void servesWhatItIsTold() {
        assertNotNull(new EejsProvider().getService("KeyManagerFactory", "NewSunX509"));
        assertNotNull(new EejsProvider().getService("TrustManagerFactory", "X.509"));
        System.setProperty(Settings.SERVICES, " KeyStore , SSLContext,");
        EejsProvider some = new EejsProvider();
        assertNotNull(some.getService("KeyStore", "PKCS12"));
        assertNotNull(some.getService("SSLContext", "TLSv1.3"));
        assertNull(some.getService("TrustManagerFactory", "PKIX"));
    }

    @Test
    void goesOnWithoutWhatItHasNot() {
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
        try {
            System.setProperty(Settings.SERVICES, "KeyStore,Cipher");
            assertNotNull(new EejsProvider().getService("KeyStore", "PKCS12"));
            new EejsProvider();
        } finally {
            log.removeHandler(handler);
            log.setUseParentHandlers(true);
        }
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).matches("WARNING .*Cipher.*KeyStore.*"), lines.get(0));
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
