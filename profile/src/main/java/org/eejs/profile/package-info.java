/**
 * Where the CPU of a live JVM went: {@link org.eejs.profile.SampledJvm} says it. {@link org.eejs.profile.StackSampler}
 * has its stacks sampled, {@link org.eejs.profile.RecordedEvents} reads recordings, {@link
 * org.eejs.profile.StackRecording} keeps their samples, {@link org.eejs.profile.Categories} says what each belongs to,
 * and {@link org.eejs.profile.CpuShares} what each category cost.
 */
package org.eejs.profile;
