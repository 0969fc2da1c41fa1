package org.eejs.bank;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.role.PkiDirectory;
import org.eejs.role.SharedJsse;
import org.eejs.role.TestPki;

/** The certificates of all tests, and the first settings of their process. */
final class TestFolder {
    static final PkiDirectory PKI = TestPki.SHARED;
    private static final Logger ROOT = Logger.getLogger("");

    static {
        // As in the processes: libraries report their start at length.
        ROOT.setLevel(Level.WARNING);
        SharedJsse.prepare();
    }

    private TestFolder() {}
}
