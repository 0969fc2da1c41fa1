package org.eejs.driver.script;

import org.eejs.driver.protocol.FailureReason;

/**
 * Why a page of a service failed.
 *
 * @param sample what was expected and what was found; null where the reason says all
 * @param source where the request, check or value was described
 */
public record Failing(FailureReason reason, String sample, String source) {}
