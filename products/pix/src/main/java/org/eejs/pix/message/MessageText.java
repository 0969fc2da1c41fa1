package org.eejs.pix.message;

/**
 * Text for people, of any length, as elements that each hold so much of it.
 *
 * @param begin before all
 * @param itemBegin before each piece
 * @param itemEnd after each piece
 * @param end after all
 * @param longestItem bytes of a piece, at most
 */
record MessageText(byte[] begin, byte[] itemBegin, byte[] itemEnd, byte[] end, int longestItem) {
    MessageText(String begin, String itemBegin, String itemEnd, String end, int longestItem) {
        this(Octets.ascii(begin), Octets.ascii(itemBegin), Octets.ascii(itemEnd), Octets.ascii(end), longestItem);
    }

    int shortest() {
        return begin.length + itemBegin.length + 1 + itemEnd.length + end.length;
    }

    /** Writes so many bytes, or somewhat fewer where the last piece would be empty. */
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
