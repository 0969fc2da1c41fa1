/**
 * The CPU profile of a live JVM, which {@link org.eejs.profile.SampledJvm} creates.
 * {@link org.eejs.profile.StackSampler} samples the stacks, {@link org.eejs.profile.RecordedEvents} reads recordings,
 * and {@link org.eejs.profile.StackRecording} keeps their samples. {@link org.eejs.profile.Categories} assigns samples
 * to categories, and {@link org.eejs.profile.CpuShares} computes the cost of each category.
 */
package org.eejs.profile;
