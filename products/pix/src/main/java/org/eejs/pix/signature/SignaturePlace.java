package org.eejs.pix.signature;

import org.eejs.pix.message.PixFormatException;

/** A reader of the content of {@code Sgntr}; there is one for signing and another for verifying. */
public interface SignaturePlace {
    /**
     * Reads from the start of {@code Sgntr} to its end.
     *
     * @param in is at the start, and afterwards at the end
     * @param header has processed the start. The reader must pass it the parts that belong to the header, except the
     *         end, which the caller passes
     */
    void read(MessageCursor in, ExclusiveCanonicalizer header) throws PixFormatException;
}
