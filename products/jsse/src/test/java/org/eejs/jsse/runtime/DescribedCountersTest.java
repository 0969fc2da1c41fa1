package org.eejs.jsse.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javax.management.MBeanAttributeInfo;
import org.junit.jupiter.api.Test;

class DescribedCountersTest {
    @Test
    void eachCounterSaysMoreThanItsName() {
        MBeanAttributeInfo[] attributes = new DescribedCounters(Counters.PROCESS).getMBeanInfo().getAttributes();
        assertEquals(13, attributes.length);
        for (MBeanAttributeInfo attribute : attributes) {
            assertTrue(attribute.getDescription().length() > attribute.getName().length(), attribute.toString());
        }
    }
}
