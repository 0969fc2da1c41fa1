package org.eejs.jsse.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javax.management.MBeanAttributeInfo;
import org.junit.jupiter.api.Test;

class DescribedCountersTest {
    @Test
    void eachDescriptionExplainsMoreThanTheName() throws Exception {
        DescribedCounters counters = new DescribedCounters(Counters.PROCESS);
        MBeanAttributeInfo[] attributes = counters.getMBeanInfo().getAttributes();
        assertEquals(13, attributes.length);
        for (MBeanAttributeInfo attribute : attributes) {
            assertTrue(attribute.getDescription().length() > attribute.getName().length(), attribute.toString());
            assertTrue((long) counters.getAttribute(attribute.getName()) >= 0, attribute.getName());
        }
    }
}
