package org.eejs.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadShareTest {
    @Test
    void sharesAreTheWholeLoadAndDoNotOverlap() {
        List<Integer> all = new ArrayList<>();
        for (int number = 1; number <= 4; number++) {
            LoadShare share = LoadShare.parse(number + "/4");
            IntStream.range(0, 1_001).filter(share::has).forEach(all::add);
        }
        assertEquals(IntStream.range(0, 1_001).boxed().toList(), all.stream().sorted().toList());
        assertEquals(LoadShare.ALL, LoadShare.parse("1/1"));
    }

    @Test
    void anInvalidShareIsReported() {
        for (String wrong : new String[] {"", "1", "0/2", "3/2", "a/b", "1/0", "-1/2"}) {
            assertThrows(IllegalArgumentException.class, () -> LoadShare.parse(wrong), wrong);
        }
        assertEquals("--share '3/2': must be from 1/2 to 2/2",
                assertThrows(IllegalArgumentException.class, () -> LoadShare.parse("3/2")).getMessage());
    }
}
