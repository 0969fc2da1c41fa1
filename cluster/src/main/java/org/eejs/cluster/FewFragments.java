package org.eejs.cluster;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.FragHeader;

/** The fragments of long messages. Each sender may have only some unfinished ones. */
final class FewFragments extends FRAG4 {
    static final int FRAGMENT_BYTES = 60_000;
    /** The fragments of a message of 32 MB. */
    private static final int MOST = 560;
    /** The fragments of a message of 8 MB. */
    private static final int MOST_TO_LAB = 140;

    private final int most;
    private final Map<Address, Integer> unfinished = new ConcurrentHashMap<>();

    /** Creates the protocol for messages to the lab, which hosts send, or to a host, which only the lab sends. */
    FewFragments(boolean toLab) {
        most = toLab ? MOST_TO_LAB : MOST;
        setId(ClassConfigurator.getProtocolId(FRAG4.class));
        setFragSize(FRAGMENT_BYTES);
    }

    /** Returns whether a fragment belongs to a message within the limit. */
    static boolean isAllowed(FragHeader part) {
        return part.num_frags > 0 && part.num_frags <= MOST && part.frag_id >= 0 && part.frag_id < part.num_frags
                && !part.needs_deserialization;
    }

    @Override
    protected Message unfragment(Message message, FragHeader part) {
        Address sender = message.getSrc();
        if (!isAllowed(part) || part.num_frags > most) {
            return null;
        }
        if (unfinished.merge(sender, 1, Integer::sum) > 2 * most) {
            clearFragmentsFor(sender);
            unfinished.remove(sender);
            return null;
        }
        Message whole = super.unfragment(message, part);
        if (whole != null) {
            unfinished.computeIfPresent(sender, (same, count) -> count > part.num_frags ? count - part.num_frags
                    : null);
        }
        return whole;
    }

    @Override
    protected void handleViewChange(View view) {
        super.handleViewChange(view);
        unfinished.keySet().retainAll(view.getMembers());
    }
}
