package org.eejs.pix.signature;

import org.eejs.pix.message.PixFormatException;

/** Reads what stands in {@code Sgntr}; one for those who sign and another for those who verify. */
public interface SignaturePlace {
    /**
     * Reads on, from the start of {@code Sgntr} to its end.
     *
     * @param in stands on the start, and then on the end
     * @param header has taken the start; is to take what belongs to the header, but for the end, which the caller
     *         hands on
     */
    void read(MessageCursor in, ExclusiveCanonicalizer header) throws PixFormatException;
}
