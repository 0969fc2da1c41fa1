package org.eejs.result.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a component of a result, or each of its elements, may be where its type does not say it. The schema of results
 * is generated from this. A number without it is not negative.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Allowed {
    /** Returns the only possible texts; empty for any. */
    String[] value() default {};

    /** Returns the lowest possible number. */
    double least() default 0;

    /** Returns the highest possible number. */
    double most() default Double.POSITIVE_INFINITY;

    /** Returns whether an interval may be without an end, which is null then. */
    boolean open() default false;
}
