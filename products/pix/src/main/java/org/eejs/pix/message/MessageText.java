package org.eejs.pix.message;

/**
 * Text for people, of any length, as elements that each hold a piece of it.
 *
 * @param begin written before all
 * @param itemBegin written before each piece
 * @param itemEnd written after each piece
 * @param end written after all
 * @param longestItem the maximum bytes of a piece
 */
record MessageText(byte[] begin, byte[] itemBegin, byte[] itemEnd, byte[] end, int longestItem) {
    MessageText(String begin, String itemBegin, String itemEnd, String end, int longestItem) {
        this(Octets.ascii(begin), Octets.ascii(itemBegin), Octets.ascii(itemEnd), Octets.ascii(end), longestItem);
    }

    int shortest() {
        return begin.length + itemBegin.length + 1 + itemEnd.length + end.length;
    }

    /** Writes that number of bytes, or somewhat fewer if the last piece would be empty. */
    void write(MessageGenerator to, int bytes) {
        to.out().append(begin);
        int left = bytes - begin.length - end.length;
        int around = itemBegin.length + itemEnd.length;
        while (left > around) {
            int text = Math.min(longestItem, left - around);
            to.out().append(itemBegin);
            to.words(text);
            to.out().append(itemEnd);
            left -= around + text;
        }
        to.out().append(end);
    }
}
