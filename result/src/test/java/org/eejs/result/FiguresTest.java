package org.eejs.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final Observation RUN = new Observation(Cell.ofConfiguration("one"), 1, List.of(),
            new LinkedHashMap<>(Map.of("pages", 12.0, "perPage.login.count", 3.0, "perPage.shop/a.count.count", 4.0,
                    "cpuSeconds.bank.user", 1.5)),
            Map.of("responseTimeMs", new Distribution(12, 20, 90,
                    List.of(new Distribution.Point(50, 15), new Distribution.Point(99.9, 88)))), null);

    @Test
    void everyIdIsDeclaredOnce() {
        List<String> twice = Figures.ALL.stream().collect(Collectors.groupingBy(Figure::id, Collectors.counting()))
                .entrySet().stream().filter(each -> each.getValue() > 1).map(Map.Entry::getKey).sorted().toList();
        assertEquals(List.of(), twice);
    }

    @Test
    void aDistributionKnowsItsMeanAndItsPercentiles() {
        assertEquals(20, BankFigures.RESPONSE_TIME.of(RUN));
        assertEquals(15, BankFigures.RESPONSE_TIME_P50.of(RUN));
        assertEquals(88, RUN.value("responseTimeMs.p999"));
        assertTrue(Double.isNaN(BankFigures.RESPONSE_TIME_P95.of(RUN)), "no such point");
        assertTrue(BankFigures.LOGIN.in(RUN).isEmpty());
    }

    @Test
    void aFamilyHasALabel() {
        Map<String, Map<String, String>> labels = Figures.in(RUN).stream()
                .collect(Collectors.toMap(Figures.Value::id, Figures.Value::labels));
        assertEquals(Map.of("page", "login"), labels.get("perPage.login.count"));
        assertEquals(Map.of("page", "shop/a.count"), labels.get("perPage.shop/a.count.count"));
        assertEquals(Map.of("role", "bank"), labels.get("cpuSeconds.bank.user"));
        assertEquals(Map.of(), labels.get("pages"));
        assertFalse(labels.containsKey("responseTimeMs.p97"), "not declared");
        assertEquals(Unit.SECONDS, Figures.of("cpuSeconds.driver.user").unit());
        assertFalse(Figures.isDeclared("cpuSeconds.nobody.user"));
    }
}
