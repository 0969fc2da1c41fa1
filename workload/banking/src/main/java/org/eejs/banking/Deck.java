package org.eejs.banking;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * A deck of cards of several kinds, which is shuffled again when it is used up. After each deck, every kind has come in
 * proportion to its weight, to within about one card. For one thread at a time.
 *
 * @param <T> the type of the kinds
 */
public final class Deck<T> {
    /** All published probabilities are multiples of 1/25. */
    private static final int CARDS = 25;

    private final List<T> kinds;
    /** The shares of kinds in all cards. */
    private final double[] shares;
    /** Events of each kind that are due but have not come. */
    private final double[] due;
    private final Random random;
    private final Deque<T> cards = new ArrayDeque<>(CARDS);

    /** A deck whose cards follow from the weights of their kinds and from a source that other decks may share. */
    public Deck(List<T> kinds, ToDoubleFunction<T> weight, Random random) {
        this.kinds = List.copyOf(kinds);
        this.random = random;
        double all = kinds.stream().mapToDouble(weight).sum();
        shares = kinds.stream().mapToDouble(kind -> weight.applyAsDouble(kind) / all).toArray();
        due = new double[shares.length];
    }

    /** Deals the next card. */
    public T deal() {
        if (cards.isEmpty()) {
            cards.addAll(shuffled());
        }
        return cards.poll();
    }

    private List<T> shuffled() {
        int[] counts = new int[shares.length];
        for (int card = 0; card < CARDS; card++) {
            counts[mostDue()]++;
        }
        List<T> shuffled = new ArrayList<>(CARDS);
        for (int i = 0; i < counts.length; i++) {
            shuffled.addAll(Collections.nCopies(counts[i], kinds.get(i)));
        }
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    private int mostDue() {
        int most = 0;
        for (int i = 0; i < due.length; i++) {
            due[i] += shares[i];
            most = due[i] > due[most] ? i : most;
        }
        due[most]--;
        return most;
    }
}
