package org.eejs.result.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The allowed values of a component of a result, or of each of its elements, where its type does not define them. The
 * schema of results is generated from this. By default a number is not negative.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Allowed {
    /** Returns the allowed texts; empty for any. */
    String[] value() default {};

    /** Returns the minimum of a number. */
    double least() default 0;

    /** Returns the maximum of a number. */
    double most() default Double.POSITIVE_INFINITY;

    /** Returns whether an interval may be open above; its end is null then. */
    boolean open() default false;
}
