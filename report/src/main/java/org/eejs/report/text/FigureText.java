package org.eejs.report.text;

import org.eejs.result.Figure;
import org.eejs.result.Figures;

/** A figure in sentences, in the words of what was tested. */
public record FigureText(Figure figure, Tested tested) {
    public static FigureText of(String id, Tested tested) {
        return new FigureText(Figures.of(id), tested);
    }

    /** Returns its name within a sentence; an id that nobody declared is no word of the bank. */
    public String words() {
        return isDeclared() ? tested.words(figure.words()) : figure.id();
    }

    /** Returns the name, capitalised; an id stays as it is. */
    public String name() {
        return isDeclared() ? Sentence.capitalised(words()) : figure.id();
    }

    private boolean isDeclared() {
        return !figure.heading().equals(figure.id());
    }

    /** Returns the words for a lower value: less CPU per page. */
    public String below() {
        return figure.below() + " " + words();
    }

    /** Returns the words for a higher value. */
    public String above() {
        return figure.above() + " " + words();
    }

    /** Returns the words for the best configuration. */
    public String wins() {
        return tested.words(figure.wins());
    }

    /** Returns a value with its unit. */
    public String value(double value) {
        return switch (figure.unit()) {
            case MILLISECONDS -> Format.time(value);
            case MICROSECONDS, SECONDS -> Format.figure(value, figure.unit().symbol());
            case BYTES -> Format.bytes(value);
            case SHARE -> share(figure, value);
            default -> Format.average(value);
        };
    }

    /** Returns a value in a column whose heading has the unit. */
    public static String inColumn(Figure figure, double value) {
        return switch (figure.unit()) {
            case SHARE -> share(figure, value).replace("\u00a0%", "");
            case BYTES -> Format.bytes(value);
            case ONE -> Format.average(value);
            default -> Format.figure(value);
        };
    }

    /** Returns one that may have to reach a threshold is rounded down. */
    private static String share(Figure figure, double value) {
        return figure.better() == Figure.Better.HIGHER ? Format.reached(value) : Format.percent(value);
    }
}
