package org.eejs.jsse.runtime;

import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;
import org.eejs.jsse.runtime.JsseMXBean.Description;

/** The counters as JMX has them, with descriptions that say more than their names. */
final class DescribedCounters extends StandardMBean {
    DescribedCounters(JsseMXBean counters) {
        super(counters, JsseMXBean.class, true);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "What EEJS has done in this process, counted from its start";
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        try {
            return JsseMXBean.class.getMethod("get" + attribute.getName()).getAnnotation(Description.class).value();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every attribute has its getter", e);
        }
    }
}
