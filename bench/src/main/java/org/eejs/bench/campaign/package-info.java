/**
 * Measures groups of benchmarks: what is requested, planned, checked and measured in rounds. Benchmarks are public only
 * because JMH wants them so. The command line calls this package in its own JVM, since JMH starts the programs that
 * measure.
 */
package org.eejs.bench.campaign;
