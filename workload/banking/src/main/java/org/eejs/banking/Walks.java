package org.eejs.banking;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Draws the walks of user sessions through the {@link PageGraph}, one after another.
 *
 * <p>Each page's ways on are drawn from a shuffled deck of cards instead of by a die: a deck holds every way on exactly
 * as often as its probability says, and is shuffled anew when it is used up. A single walk is as random as before, but
 * the walks of a run together have the expected mix to within a few cards. So runs differ less by chance, and a wrong
 * mix shows sooner.
 *
 * <p>The n-th walk follows from the seed alone. Thread-safe.
 */
public final class Walks {
    /** All published probabilities are multiples of 1/25. */
    private static final int CARDS = 25;

    private final Random random;
    /** What is left of each page's deck; an empty card ends the walk. */
    private final Map<Page, Deque<Optional<Page>>> decks = new EnumMap<>(Page.class);

    /** Walks that follow from a seed. */
    public Walks(long seed) {
        random = new Random(seed);
        for (Page page : Page.values()) {
            decks.put(page, new ArrayDeque<>());
        }
    }

    /** The pages of the next session, from the login on. */
    public synchronized List<Page> next() {
        List<Page> walk = new ArrayList<>();
        for (Optional<Page> page = Optional.of(Page.LOGIN); page.isPresent(); page = draw(page.get())) {
            walk.add(page.get());
        }
        return walk;
    }

    private Optional<Page> draw(Page from) {
        Deque<Optional<Page>> deck = decks.get(from);
        if (deck.isEmpty()) {
            deck.addAll(shuffled(from));
        }
        return deck.poll();
    }

    private List<Optional<Page>> shuffled(Page from) {
        List<Optional<Page>> cards = new ArrayList<>(CARDS);
        for (PageGraph.Transition transition : PageGraph.next(from)) {
            cards.addAll(Collections.nCopies((int) Math.round(transition.probability() * CARDS),
                    Optional.of(transition.to())));
        }
        cards.addAll(Collections.nCopies(CARDS - cards.size(), Optional.empty()));
        Collections.shuffle(cards, random);
        return cards;
    }
}
