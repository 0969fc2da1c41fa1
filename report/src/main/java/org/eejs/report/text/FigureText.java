package org.eejs.report.text;

import org.eejs.result.Figure;
import org.eejs.result.Figures;

/** The name of a figure in sentences about the bank or a service. */
public record FigureText(Figure figure, Tested tested) {
    public static FigureText of(String id, Tested tested) {
        return new FigureText(Figures.of(id), tested);
    }

    /** Returns the name within a sentence, or the id of an undeclared figure. */
    public String words() {
        return isDeclared() ? tested.words(figure.words()) : figure.id();
    }

    /** Returns the capitalised name; an id stays as it is. */
    public String name() {
        return isDeclared() ? Sentence.capitalised(words()) : figure.id();
    }

    private boolean isDeclared() {
        return !figure.heading().equals(figure.id());
    }

    /** Returns the words for a lower value, such as less CPU per page. */
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

    /** Returns a value for a column whose heading has the unit. */
    public static String inColumn(Figure figure, double value) {
        return switch (figure.unit()) {
            case SHARE -> share(figure, value).replace("%", "");
            case BYTES -> Format.bytes(value);
            case ONE -> Format.average(value);
            default -> Format.figure(value);
        };
    }

    /** Returns a share. It is rounded down if it has to reach a threshold. */
    private static String share(Figure figure, double value) {
        return figure.better() == Figure.Better.HIGHER ? Format.reached(value) : Format.percent(value);
    }
}
