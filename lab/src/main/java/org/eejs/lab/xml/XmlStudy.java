package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.LIBRARY;
import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.settings.XmlSettings;

/** A question that is put to the XML workload: what is measured, and what is compared with what. */
abstract class XmlStudy {
    /** The transactions of studies that vary the JVM or its threads. */
    static final XmlChoice OF_JVMS = XmlChoice.USUAL.with(TRANSACTION, "jaxb-unmarshal", "stax-parse")
            .with(LIBRARY, "jdk", "jaxb-ri").with(SIZE, "100KB");

    private final String name;
    private final String about;

    /**
     * A study.
     *
     * @param name in options and results
     * @param about what it measures, in a sentence without its full stop
     */
    XmlStudy(String name, String about) {
        this.name = name;
        this.about = about;
    }

    /** The name in options and results. */
    final String name() {
        return name;
    }

    /** What it measures, in a sentence without its full stop. */
    final String about() {
        return about;
    }

    /**
     * What is measured.
     *
     * @param choice what a person chose; it takes the place of what the study would take
     * @param seed what documents follow from
     * @param host the machine
     */
    abstract List<Cell> cells(XmlChoice choice, long seed, Host host);

    /** What cannot be shown on this machine, each in a line. */
    List<String> notes(Host host) {
        return List.of();
    }

    /** Whether the memory of processes is looked at. */
    boolean looksAtPages() {
        return false;
    }

    /**
     * Something that is measured.
     *
     * @param study the study that asks for it
     * @param label what tells it from the others of its study, for people
     * @param settings the settings of the workload
     * @param baseline what it is compared with; null for nothing
     * @param refused why it need not be tried here, in one line; null when it is tried
     */
    record Cell(String study, String label, XmlSettings settings, Cell baseline, String refused) {
        /** For people, in progress and notes. */
        @Override
        public String toString() {
            return study + ": " + settings.transaction() + " by " + settings.library()
                    + (label.isEmpty() ? "" : ", " + label);
        }
    }
}
