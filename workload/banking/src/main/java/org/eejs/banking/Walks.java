package org.eejs.banking;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Draws the walks of user sessions through the {@link PageGraph}, one after another.
 *
 * <p>The next page after each page is drawn from a {@link Deck} instead of by a die. A single walk is as random as
 * before, but the walks of a run together have the expected mix to within a few cards. So runs differ less by chance,
 * and a wrong mix shows sooner.
 *
 * <p>The n-th walk depends on the seed only. Thread-safe.
 */
public final class Walks {
    /** The ways on from each page; one without a page ends the walk. */
    private final Map<Page, Deck<Optional<Page>>> decks = new EnumMap<>(Page.class);

    /** Creates walks that follow from a seed. */
    public Walks(long seed) {
        Random random = new Random(seed);
        for (Page page : Page.values()) {
            Map<Optional<Page>, Double> ways = new LinkedHashMap<>();
            PageGraph.next(page).forEach(way -> ways.put(Optional.of(way.to()), way.probability()));
            ways.put(Optional.empty(), 1 - ways.values().stream().mapToDouble(Double::doubleValue).sum());
            decks.put(page, new Deck<>(List.copyOf(ways.keySet()), ways::get, random));
        }
    }

    /** Returns the pages of the next session, from the login on. */
    public synchronized List<Page> next() {
        List<Page> walk = new ArrayList<>();
        for (Optional<Page> page = Optional.of(Page.LOGIN); page.isPresent(); page = decks.get(page.get()).deal()) {
            walk.add(page.get());
        }
        return walk;
    }
}
