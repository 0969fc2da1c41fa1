package org.eejs.cluster;

import java.util.function.Predicate;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.util.Table;

/**
 * The messages of one sender that wait for earlier ones. JGroups makes room up to any number that a sender writes into
 * a message; here, numbers and messages have a limit. A message beyond it is sent again later.
 */
final class ShortWindow extends Table<Message> {
    private static final int ROWS = 100;
    private static final int ROW = 1_024;
    private static final double GROWTH = 1.2;
    private static final long FARTHEST = 65_536;
    private static final int MOST_WAITING = 2_048;

    private ShortWindow(long first) {
        super(ROWS, ROW, first, GROWTH);
    }

    @Override
    protected boolean _add(long number, Message message, boolean resizes, Predicate<Message> removed) {
        return number - getHighestDelivered() <= FARTHEST
                && (size() < MOST_WAITING || number < getHighestReceived())
                && super._add(number, message, resizes, removed);
    }

    @Override
    protected void resize(long number) {
        if (number - getHighestDelivered() > FARTHEST) {
            throw new IllegalStateException("a message is numbered far beyond the one before");
        }
        super.resize(number);
    }

    /** The protocol for messages to one member. */
    static final class Unicast extends UNICAST3 {
        Unicast() {
            setId(ClassConfigurator.getProtocolId(UNICAST3.class));
        }

        @Override
        protected Table<Message> createTable(long first) {
            return new ShortWindow(first - 1);
        }
    }

    /** The protocol for messages to all members. */
    static final class Multicast extends NAKACK2 {
        Multicast() {
            setId(ClassConfigurator.getProtocolId(NAKACK2.class));
        }

        @Override
        protected Table<Message> createTable(long first) {
            return new ShortWindow(first);
        }
    }
}
