/**
 * Measures groups of benchmarks: what is requested, planned, checked and measured in rounds. Benchmarks are public only
 * because JMH wants them so.
 */
package org.eejs.bench.campaign;
