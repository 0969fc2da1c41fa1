package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;

/**
 * Parsers against each other, over sizes: each is compared with the JDK's StAX parser at the same size, so that all
 * stand on one scale.
 */
final class ParsersStudy extends XmlStudy {
    private static final List<String> PARSERS = List.of("stax-parse", "sax-parse", "fast-infoset-parse", "dom-parse");

    ParsersStudy() {
        super(Xml.PARSERS, "StAX, SAX, Fast Infoset and DOM by each library, from 1 KB to 1 MB");
    }

    @Override
    List<Cell> cells(XmlChoice choice, long seed, Host host) {
        XmlChoice usual = XmlChoice.USUAL.with(TRANSACTION, PARSERS).with(SIZE, "1KB", "10KB", "100KB", "1MB");
        // The work is the same, whoever does it.
        return XmlBaselines.besideTheFirst(name(), choice.each(usual, seed), "transaction", "library", "key",
                "provider");
    }
}
