package org.eejs.lab.reproduction;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.eejs.result.InputException;

/**
 * Arithmetic on figures, such as {@code abs(cpuSeconds.besim.user / pages - 1)}: numbers, ids, the four operations,
 * brackets and {@code abs}. A minus has blanks around it, because names of steps may contain one. For one thread.
 */
final class Formula {
    private static final String SIGNS = "[()*/+]";
    private final String text;
    private final List<String> words;
    private final ToDoubleFunction<String> figures;
    private int next;

    private Formula(String text, ToDoubleFunction<String> figures) {
        this.text = text;
        this.words = List.of(text.replaceAll(SIGNS, " $0 ").strip().split("\\s+"));
        this.figures = figures;
    }

    /**
     * Returns the value; NaN when a figure is.
     *
     * @param figures the value of an id
     * @throws InputException if the text is not a formula
     */
    static double value(String text, ToDoubleFunction<String> figures) {
        Formula formula = new Formula(text, figures);
        double value = formula.sum();
        if (formula.next < formula.words.size()) {
            throw formula.fault();
        }
        return value;
    }

    private double sum() {
        double sum = product();
        while (isNext("+") || isNext("-")) {
            sum += word().equals("+") ? product() : -product();
        }
        return sum;
    }

    private double product() {
        double product = factor();
        while (isNext("*") || isNext("/")) {
            product *= word().equals("*") ? factor() : 1 / factor();
        }
        return product;
    }

    private double factor() {
        String word = word();
        if (word.equals("(")) {
            double inner = sum();
            if (!word().equals(")")) {
                throw fault();
            }
            return inner;
        }
        if (word.equals("abs") && isNext("(")) {
            return Math.abs(factor());
        }
        if (word.matches("-|" + SIGNS)) {
            throw fault();
        }
        return word.matches("[\\d.]+") ? Double.parseDouble(word) : figures.applyAsDouble(word);
    }

    private boolean isNext(String word) {
        return next < words.size() && words.get(next).equals(word);
    }

    private String word() {
        if (next == words.size()) {
            throw fault();
        }
        return words.get(next++);
    }

    private InputException fault() {
        return new InputException("metric", "'%s' is not a formula of figures".formatted(text));
    }
}
