package org.eejs.bench;

/** In what a record stands when a cipher gets it. The names are those of the benchmark's parameter. */
enum RecordBuffer {
    /** A ByteBuffer on the heap and its duplicate, as JSSE has them. */
    heapBuffer,
    /** An array of bytes. */
    array,
    /** A ByteBuffer outside the heap and its duplicate, as network code that copies nothing has them. */
    directBuffer
}
