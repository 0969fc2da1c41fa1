package org.eejs.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PageGraphTest {
    @Test
    void stationaryMixIsThePublishedOne() {
        PageGraph.expectedMix().forEach((page, share) ->
                assertEquals(page.publishedPercent(), 100 * share, 0.05, page.id()));
    }

    @Test
    void aSessionHasThePublishedNumberOfOperations() {
        assertEquals(4.645, PageGraph.pagesPerSession(), 0.001);
    }

    @Test
    void transitionsLeaveRoomForWalkingAway() {
        for (Page page : Page.values()) {
            double sum = PageGraph.next(page).stream().mapToDouble(PageGraph.Transition::probability).sum();
            assertTrue(sum <= 1 + 1e-9, page + " leads on with probability " + sum);
        }
    }

    @Test
    void anOperationTakesAboutTwelveRequests() {
        double requests = 0;
        double notModified = 0;
        double images = 0;
        for (Map.Entry<Page, Double> expected : PageGraph.expectedMix().entrySet()) {
            requests += expected.getValue() * (1 + expected.getKey().images().length);
            for (int id : expected.getKey().images()) {
                images += expected.getValue();
                notModified += expected.getValue() * StaticImage.byId(id).cachedFraction();
            }
        }
        assertEquals(12, requests, 0.6);
        assertEquals(0.34, notModified / images, 0.01);
    }

    @Test
    void usersThinkBeforeThePublishedShareOfRequests() {
        double thinking = PageGraph.expectedMix().entrySet().stream()
                .filter(expected -> expected.getKey().thinkBefore())
                .mapToDouble(Map.Entry::getValue).sum();
        assertEquals(0.6158, thinking, 0.001);
    }
}
