package org.eejs.report.page;

import java.util.List;
import org.eejs.report.table.TableCell;
import org.eejs.report.text.Finding;

/** All that a report says about a result, or about a single run of it, the most important first. */
public interface Chapter {
    /** Tells the chapters of a report apart. */
    String id();

    /** Returns what it is called beside other runs; empty where it is of no single run. */
    default String letter() {
        return "";
    }

    /** Returns what the headline is of; empty where it says so itself. */
    default String name() {
        return "";
    }

    Finding finding();

    /** Returns the headline, after what it is of. */
    default String headline() {
        return (name().isEmpty() ? "" : name() + ": ") + finding().headline();
    }

    /** Returns what belongs to the headline, its figures in bold. */
    default List<TableCell> statement() {
        return finding().statement().stream().map(TableCell::of).toList();
    }

    /** Returns what decided it. */
    default List<Gauge> gauges() {
        return List.of();
    }

    /** Returns what must be known before anything is believed. */
    default List<String> alarms() {
        return List.of();
    }

    /** Returns what to know before believing the figures. */
    default List<String> cautions() {
        return List.of();
    }

    /** Returns how it was measured, as sentences. */
    default List<String> procedure() {
        return List.of();
    }

    List<Section> sections();
}
