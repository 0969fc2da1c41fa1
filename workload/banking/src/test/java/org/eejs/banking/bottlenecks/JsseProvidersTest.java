package org.eejs.banking.bottlenecks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The provider that serves when fixes, bottlenecks and foreign providers are installed together. */
class JsseProvidersTest {
    private static final Set<Bottleneck> ALL = EnumSet.allOf(Bottleneck.class);

    /** A provider with a name and services, which are never created. */
    private static final class Named extends Provider {
        private static final long serialVersionUID = 1;

        Named(String name, String... services) {
            super(name, "1", "stands for another");
            for (String service : services) {
                String[] parts = service.split("\\.", 2);
                putService(new Service(this, parts[0], parts[1], "none." + name, null, null));
            }
        }
    }

    @AfterEach
    void restore() {
        List.of("Foreign", JsseProviders.CURES, BottleneckProvider.NAME).forEach(Security::removeProvider);
    }

    private static String having(String type, String algorithm) throws NoSuchProviderException {
        return JsseProviders.having(type, algorithm).getName();
    }

    @Test
    void aForeignProviderIsNeverTaken() throws Exception {
        Security.insertProviderAt(new Named("Foreign", "SSLContext.TLSv1.3", "TrustManagerFactory.PKIX",
                "KeyManagerFactory.Foreign"), 1);
        assertEquals("SunJSSE", having("SSLContext", "TLSv1.3"));
        assertEquals("SunJSSE", having("TrustManagerFactory", "PKIX"));
        String message = assertThrows(NoSuchProviderException.class,
                () -> having("KeyManagerFactory", "Foreign")).getMessage();
        assertTrue(message.startsWith("no provider of the JDK's JSSE (EEJS, EEJS-8u60, SunJSSE) has "
                + "KeyManagerFactory Foreign"), message);
    }

    @Test
    void nothingIsInstalledUnlessABottleneckNeedsIt() {
        BottleneckProvider.install(Set.of());
        BottleneckProvider.install(Set.of(Bottleneck.PKIX_PKCS12));
        assertNull(Security.getProvider(BottleneckProvider.NAME));
    }

    @Test
    void bottlenecksComeBeforeTheJdk() throws Exception {
        BottleneckProvider.install(ALL);
        assertEquals(BottleneckProvider.NAME, Security.getProviders()[0].getName());
        for (String protocol : List.of("TLS", "TLSv1.2", "TLSv1.3")) {
            assertEquals(BottleneckProvider.NAME, having("SSLContext", protocol));
        }
        assertEquals(BottleneckProvider.NAME, having("TrustManagerFactory", "PKIX"));
        assertEquals(BottleneckProvider.NAME, having("TrustManagerFactory", "SunPKIX"));
        assertEquals("SunJSSE", having("KeyManagerFactory", "PKIX"));
        assertEquals(BottleneckProvider.NAME, new SecureRandom().getProvider().getName());
    }

    @Test
    void eachBottleneckBringsOnlyItsOwnService() throws Exception {
        BottleneckProvider.install(Set.of(Bottleneck.CIPHER_PROBE));
        assertEquals(BottleneckProvider.NAME, having("SSLContext", "TLSv1.3"));
        assertEquals("SunJSSE", having("TrustManagerFactory", "PKIX"));
        assertNotEquals(BottleneckProvider.NAME, new SecureRandom().getProvider().getName());
    }

    @Test
    void curesComeBeforeBottlenecksInWhatTheyServe() throws Exception {
        Security.insertProviderAt(new Named(JsseProviders.CURES, "TrustManagerFactory.PKIX", "KeyManagerFactory.PKIX"),
                1);
        BottleneckProvider.install(ALL);
        assertEquals(List.of(JsseProviders.CURES, BottleneckProvider.NAME),
                List.of(Security.getProviders()[0].getName(), Security.getProviders()[1].getName()));
        assertEquals(JsseProviders.CURES, having("TrustManagerFactory", "PKIX"));
        assertEquals(JsseProviders.CURES, having("KeyManagerFactory", "PKIX"));
        assertEquals(BottleneckProvider.NAME, having("SSLContext", "TLSv1.3"));
        assertEquals(BottleneckProvider.NAME, new SecureRandom().getProvider().getName());
    }
}
