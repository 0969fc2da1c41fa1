package org.eejs.report.page;

import java.util.List;
import org.eejs.report.text.Finding;

/** All that a report says about a result but single runs, the most important first. */
public interface Chapter {
    /** Tells the chapters of a report apart. */
    String id();

    Finding finding();

    /** What must be known before anything is believed. */
    default List<String> alarms() {
        return List.of();
    }

    /** What to know before believing the figures. */
    default List<String> cautions() {
        return List.of();
    }

    /** How it was measured, as sentences. */
    default List<String> procedure() {
        return List.of();
    }

    List<Section> sections();
}
