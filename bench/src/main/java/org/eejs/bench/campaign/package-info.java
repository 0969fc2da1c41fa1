/**
 * Plans, checks and measures groups of benchmarks in rounds. Benchmarks are public only because JMH requires it. The
 * command line calls this package in its own JVM, since JMH starts the programs that measure.
 */
package org.eejs.bench.campaign;
