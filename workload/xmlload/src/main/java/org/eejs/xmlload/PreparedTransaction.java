package org.eejs.xmlload;

/**
 * A transaction that is ready for many threads. It holds what they share, such as schemas and keys, as an application
 * would share it. Thread-safe.
 */
@FunctionalInterface
public interface PreparedTransaction {
    Transaction forThread() throws Exception;
}
