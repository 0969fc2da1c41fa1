package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.ArrayList;
import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;

/**
 * Parsers against each other, over sizes: each is compared with the JDK's StAX parser at the same size, so that all
 * stand on one scale.
 */
final class ParsersStudy implements XmlStudy {
    private static final List<String> PARSERS = List.of("stax-parse", "sax-parse", "fast-infoset-parse", "dom-parse");

    @Override
    public String name() {
        return Xml.PARSERS;
    }

    @Override
    public String about() {
        return "StAX, SAX, Fast Infoset and DOM by each library, from 1 KB to 1 MB";
    }

    @Override
    public List<Cell> cells(XmlChoice choice, long seed, Host host) {
        XmlChoice usual = XmlChoice.USUAL.with(TRANSACTION, PARSERS).with(SIZE, "1KB", "10KB", "100KB", "1MB");
        List<XmlSettings> settings = choice.each(usual, seed);
        List<Cell> cells = new ArrayList<>();
        for (XmlSettings each : settings) {
            Cell baseline = cells.stream().filter(cell -> cell.baseline() == null && sameWork(cell.settings(), each))
                    .findFirst().orElse(null);
            cells.add(new Cell(name(), XmlBaselines.label(each, settings), each, baseline, null));
        }
        return cells;
    }

    /** Whether only who parses is different. */
    private static boolean sameWork(XmlSettings one, XmlSettings other) {
        String[] who = {"transaction", "library", "key", "provider"};
        return one.without(who).equals(other.without(who));
    }
}
