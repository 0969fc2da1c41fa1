package org.eejs.bench.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.eejs.lab.settings.KnownProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What helps depends on what failed, not on how that is worded. */
class ProviderListTest {
    private static final String BUILD = "; build EEJS again with mvn package";

    @TempDir
    private Path folder;

    @Test
    void aBuildBringsBackTheFilesOfAProvider() {
        Path jar = folder.resolve("accp.jar");
        NotLaidOutException e = assertThrows(NotLaidOutException.class,
                () -> CryptoProvider.open("a.Provider@" + jar));
        assertEquals("the provider a.Provider is not on this machine: there is no " + jar + BUILD, reason(e));
        assertEquals("its folder is empty" + BUILD, reason(new NotLaidOutException("its folder is empty")));
    }

    @Test
    void aBuildDoesNotHelpAgainstAnythingElse() {
        assertEquals("there is no slot with a token", reason(new GeneralSecurityException(
                "there is no slot\n with a token")));
    }

    private static String reason(Exception e) {
        return ProviderList.reason(KnownProvider.ACCP.id(), e);
    }
}
