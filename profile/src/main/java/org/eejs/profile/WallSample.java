package org.eejs.profile;

/**
 * A sample of a thread at a moment, running or not.
 *
 * @param running whether it ran, or was ready to run
 * @param count the number of such samples in a row
 */
public record WallSample(StackSample sample, boolean running, long count) {}
