package org.eejs.bank;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.banking.TlsProfile;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;
import org.eejs.role.TestPki;

/** The certificates of all tests, and what their process needs first. */
final class TestFolder {
    static final PkiDirectory PKI = TestPki.SHARED;
    private static final Logger ROOT = Logger.getLogger("");

    static {
        // As the processes do it: libraries tell at length how they start.
        ROOT.setLevel(Level.WARNING);
        // Tests of all profiles share a process, and newer JDKs must know of this one before their first TLS.
        JsseProfile.pin(TlsProfile.EEJS_2016);
    }

    private TestFolder() {}
}
