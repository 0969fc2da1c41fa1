package org.eejs.xmlload;

/**
 * A transaction that is ready to be performed by many threads; holds what they share as an application would share it,
 * such as schemas and keys. Thread-safe.
 */
@FunctionalInterface
public interface PreparedTransaction {
    Transaction forThread() throws Exception;
}
