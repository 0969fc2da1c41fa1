package org.eejs.bench.crypto;

/**
 * In what a record stands when a cipher gets it. The names are those of the benchmark's parameter. It matters most to
 * native code: Conscrypt copies what stands in a ByteBuffer on the heap to direct ones that it allocates each time,
 * while it takes arrays and direct ones as they are.
 */
public enum RecordBuffer {
    /** A ByteBuffer on the heap and its duplicate, as JSSE has them where it is not given direct ones. */
    heapBuffer,
    /** An array of bytes. */
    array,
    /** A ByteBuffer outside the heap and its duplicate, as network code that copies nothing has them. */
    directBuffer
}
