/**
 * Benchmarks by JMH of what the cures save and the diseases cost, and the program that measures their ratios,
 * interleaved, against what is required of them. Benchmarks are public only because JMH wants them so.
 */
package org.eejs.bench.campaign;
