package org.eejs.profile;

/**
 * What a thread was doing at a moment, whether it used the CPU or not.
 *
 * @param running whether it ran, or could have run if a processor had been free
 * @param count how many samples in a row were so
 */
public record WallSample(StackSample sample, boolean running, long count) {}
