package org.eejs.driver.script;

import org.eejs.driver.protocol.FailureReason;

/**
 * The failure of a page of a service.
 *
 * @param sample the expected and the actual value; null if the reason is enough
 * @param source where the request, check or value was described
 */
public record Failing(FailureReason reason, String sample, String source) {}
