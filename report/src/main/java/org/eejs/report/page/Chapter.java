package org.eejs.report.page;

import java.util.List;
import org.eejs.report.table.TableCell;
import org.eejs.report.text.Finding;

/** The report of a result, or of a single run of it, with the most important parts first. */
public interface Chapter {
    /** Returns an id that is unique within a report. */
    String id();

    /** Returns its letter among other runs; empty if it is not about a single run. */
    default String letter() {
        return "";
    }

    /** Returns the subject of the headline; empty if the headline contains it. */
    default String name() {
        return "";
    }

    Finding finding();

    /** Returns the headline with its subject. */
    default String headline() {
        return (name().isEmpty() ? "" : name() + ": ") + finding().headline();
    }

    /** Returns the sentences below the headline, with figures in bold. */
    default List<TableCell> statement() {
        return finding().statement().stream().map(TableCell::of).toList();
    }

    /** Returns the fractions that decided the verdict. */
    default List<Gauge> gauges() {
        return List.of();
    }

    /** Returns the reasons for an invalid, missed or open verdict. */
    default List<String> alarms() {
        return List.of();
    }

    /** Returns cautions about the figures. */
    default List<String> cautions() {
        return List.of();
    }

    /** Returns the conditions of the measurement, as sentences. */
    default List<String> procedure() {
        return List.of();
    }

    List<Section> sections();

    /** Returns the few figures that a page of documentation shows first; empty for none. */
    default Section digest() {
        return Section.of("");
    }
}
