package org.eejs.bank;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.role.PkiDirectory;
import org.eejs.role.SharedJsse;
import org.eejs.role.TestPki;

/** The certificates of all tests, and what their process needs first. */
final class TestFolder {
    static final PkiDirectory PKI = TestPki.SHARED;
    private static final Logger ROOT = Logger.getLogger("");

    static {
        // As the processes do it: libraries tell at length how they start.
        ROOT.setLevel(Level.WARNING);
        SharedJsse.prepare();
    }

    private TestFolder() {}
}
