package org.eejs.driver.service;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.eejs.driver.service.ServiceScriptPlan.PlannedScenario;

/**
 * Draws scenarios by their weights, one after another, from shuffled decks of cards as {@link org.eejs.banking.Walks}
 * does: whatever the weights are, after each deck every scenario has come as often as its weight says, to within a card
 * or so. What is drawn follows from the seed alone. For one thread at a time.
 */
public final class ScenarioDecks implements Supplier<PlannedScenario> {
    private static final int CARDS = 25;

    private final List<PlannedScenario> scenarios;
    private final double allWeights;
    /** What of each scenario is due but has not come. */
    private final double[] due;
    private final Random random;
    private final Deque<PlannedScenario> deck = new ArrayDeque<>();

    public ScenarioDecks(long seed, List<PlannedScenario> scenarios) {
        this.scenarios = scenarios;
        allWeights = scenarios.stream().mapToDouble(PlannedScenario::weight).sum();
        due = new double[scenarios.size()];
        random = new Random(seed);
    }

    @Override
    public PlannedScenario get() {
        if (deck.isEmpty()) {
            List<PlannedScenario> cards = new ArrayList<>(CARDS);
            for (int i = 0; i < CARDS; i++) {
                cards.add(scenarios.get(mostDue()));
            }
            Collections.shuffle(cards, random);
            deck.addAll(cards);
        }
        return deck.poll();
    }

    private int mostDue() {
        int most = 0;
        for (int i = 0; i < due.length; i++) {
            due[i] += scenarios.get(i).weight() / allWeights;
            most = due[i] > due[most] ? i : most;
        }
        due[most]--;
        return most;
    }
}
