package org.eejs.pix.message;

import java.util.function.Consumer;

/**
 * The fields that differ from message to message; the identifiers have the lengths and the leading letters of the
 * Brazilian system.
 */
enum MessageField {
    MESSAGE_ID(32, to -> {
        to.rememberMessageId();
        to.out().append('M');
        to.digits(8);
        to.letters(23);
    }),
    SAME_MESSAGE_ID(32, MessageGenerator::repeatMessageId),
    END_TO_END_ID(32, to -> {
        to.out().append('E');
        to.digits(8);
        to.out().append(MessageGenerator.DAY);
        to.clock();
        to.letters(11);
    }),
    TRANSACTION_ID(32, to -> to.letters(32)),
    PARTICIPANT(8, to -> to.digits(8)),
    /** A time of one day, in UTC. */
    INSTANT(24, to -> {
        to.out().append(MessageGenerator.DATE);
        to.time();
    }),
    AMOUNT(8, to -> {
        to.out().append((byte) ('1' + to.below(9)));
        to.digits(to.below(5));
        to.out().append('.');
        to.digits(2);
    }),
    NAME(40, MessageGenerator::name),
    TAXPAYER(11, to -> to.digits(11)),
    ACCOUNT(10, to -> to.digits(10)),
    BRANCH(4, to -> to.digits(4)),
    STATUS(4, to -> to.out().append(to.below(10) == 0 ? MessageGenerator.REJECTED : MessageGenerator.ACCEPTED)),
    TRANSACTIONS(10, to -> to.out().append(Integer.toString(to.transactions())));

    /** Its maximum length in bytes. */
    final int longest;
    private final Consumer<MessageGenerator> writer;

    MessageField(int longest, Consumer<MessageGenerator> writer) {
        this.longest = longest;
        this.writer = writer;
    }

    void write(MessageGenerator to) {
        writer.accept(to);
    }
}
