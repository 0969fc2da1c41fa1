package org.eejs.pix.message;

/**
 * What differs from message to message; the identifiers have the lengths and the leading letters that the Brazilian
 * system gives them.
 */
enum MessageField {
    /** An identifier of the message. */
    MESSAGE_ID(32) {
        @Override
        void write(MessageGenerator to) {
            to.rememberMessageId();
            to.out().append('M');
            to.digits(8);
            to.letters(23);
        }
    },
    /** The identifier of the message again. */
    SAME_MESSAGE_ID(32) {
        @Override
        void write(MessageGenerator to) {
            to.repeatMessageId();
        }
    },
    END_TO_END_ID(32) {
        @Override
        void write(MessageGenerator to) {
            to.out().append('E');
            to.digits(8);
            to.out().append(DAY);
            to.clock();
            to.letters(11);
        }
    },
    TRANSACTION_ID(32) {
        @Override
        void write(MessageGenerator to) {
            to.letters(32);
        }
    },
    /** The eight digits of a participant. */
    PARTICIPANT(8) {
        @Override
        void write(MessageGenerator to) {
            to.digits(8);
        }
    },
    /** A moment of one day, in UTC. */
    INSTANT(24) {
        @Override
        void write(MessageGenerator to) {
            to.out().append(DATE);
            to.time();
        }
    },
    AMOUNT(8) {
        @Override
        void write(MessageGenerator to) {
            to.out().append((byte) ('1' + to.below(9)));
            to.digits(to.below(5));
            to.out().append('.');
            to.digits(2);
        }
    },
    NAME(40) {
        @Override
        void write(MessageGenerator to) {
            to.name();
        }
    },
    TAXPAYER(11) {
        @Override
        void write(MessageGenerator to) {
            to.digits(11);
        }
    },
    ACCOUNT(10) {
        @Override
        void write(MessageGenerator to) {
            to.digits(10);
        }
    },
    BRANCH(4) {
        @Override
        void write(MessageGenerator to) {
            to.digits(4);
        }
    },
    STATUS(4) {
        @Override
        void write(MessageGenerator to) {
            to.out().append(to.below(10) == 0 ? REJECTED : ACCEPTED);
        }
    },
    /** The number of transactions. */
    TRANSACTIONS(10) {
        @Override
        void write(MessageGenerator to) {
            to.out().append(Integer.toString(to.transactions()));
        }
    };

    private static final byte[] DAY = Octets.ascii("20261121");
    private static final byte[] DATE = Octets.ascii("2026-11-21T");
    private static final byte[] ACCEPTED = Octets.ascii("ACSP");
    private static final byte[] REJECTED = Octets.ascii("RJCT");

    private final int longest;

    MessageField(int longest) {
        this.longest = longest;
    }

    /** How many bytes it has at most. */
    int longest() {
        return longest;
    }

    abstract void write(MessageGenerator to);
}
