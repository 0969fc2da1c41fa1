package org.eejs.jsse.runtime;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.LongAdder;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;
import org.eejs.jsse.runtime.JsseMXBean.Description;

/** The counters for JMX, with descriptions that explain more than their names. */
final class DescribedCounters extends StandardMBean {
    DescribedCounters(Counters counters) {
        super((JsseMXBean) Proxy.newProxyInstance(JsseMXBean.class.getClassLoader(), new Class<?>[] {JsseMXBean.class},
                (proxy, getter, none) -> value(counters, getter.getName())), JsseMXBean.class, true);
    }

    /** Returns the value of a counter; each getter of the interface is named after its counter. */
    private static long value(Counters counters, String getter) throws ReflectiveOperationException {
        String field = Character.toLowerCase(getter.charAt(3)) + getter.substring(4);
        return ((LongAdder) Counters.class.getField(field).get(counters)).sum();
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "The work of EEJS in this process, counted from its start";
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
