package org.eejs.cluster;

import java.io.IOException;
import org.jgroups.Address;
import org.jgroups.Header;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipType;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;

/**
 * A frame from a host to the router. The router reads it once before JGroups does: no length exceeds the frame, and all
 * headers belong to the protocols in use.
 */
final class HostFrame {
    private static final int LONGEST_NAME = 255;
    /** The bytes of the shortest message: its type, a byte of contents, its flags and the number of headers. */
    private static final int SHORTEST_MESSAGE = 7;
    private static final int VERSION_BYTES = 2;

    private final ByteArrayDataInputStream in;
    private final GossipData data = new GossipData();

    /**
     * Reads the head of a frame.
     *
     * @throws IOException when it is no frame of a host
     */
    HostFrame(byte[] frame) throws IOException, ClassNotFoundException {
        in = new ByteArrayDataInputStream(frame);
        data.readFrom(in, true, false);
        boolean answered = data.getType() == GossipType.GET_MBRS_RSP || data.getType() == GossipType.GET_MBRS_RSP_LAST
                || data.getType() == GossipType.SUSPECT;
        require(!answered && data.getPingData() == null, "a frame that only a router sends");
        require(isShort(data.getGroup()) && isShort(data.getLogicalName()), "a name that is too long");
        require(isMember(data.getAddress()) && isMember(data.getSender()), "an address of another kind");
        require(data.getPhysicalAddress() == null || data.getPhysicalAddress() instanceof IpAddress,
                "an address of another kind");
        int left = in.limit() - in.position();
        require(data.getType() == GossipType.MESSAGE ? data.getLength() == left
                : data.getLength() == 0 && left == 0, "a length that differs from that of its frame");
    }

    GossipType type() {
        return data.getType();
    }

    String group() {
        return data.getGroup();
    }

    Address address() {
        return data.getAddress();
    }

    /**
     * Reads the messages of a frame.
     *
     * @param member the address of the host that sent it
     * @return whether all of them name this host as their sender
     * @throws IOException when one of them is not allowed
     */
    boolean isFrom(Address member) throws IOException, ClassNotFoundException {
        boolean own = isOwn(data.getSender(), member);
        in.skipBytes(VERSION_BYTES);
        int count = 1;
        if ((in.readByte() & TP.LIST) != 0) {
            require(isMember(Util.readAddress(in)), "an address of another kind");
            own &= isOwn(Util.readAddress(in), member);
            int length = in.readShort();
            require(length <= in.limit() - in.position(), "a name that is longer than its frame");
            in.skipBytes(Math.max(0, length));
            count = in.readInt();
            require(count >= 0 && count <= (in.limit() - in.position()) / SHORTEST_MESSAGE,
                    "more messages than its frame has room for");
        }
        for (int i = 0; i < count; i++) {
            Message message = MessageFactory.create(in.readShort());
            message.readFrom(in);
            require(isMember(message.getDest()), "an address of another kind");
            own &= isOwn(message.getSrc(), member);
            for (Header header : message.getHeaders().values()) {
                require(!(header instanceof FragHeader part) || FewFragments.isAllowed(part), "too many fragments");
                own &= !(header instanceof GmsHeader asked) || isOwn(asked, member);
            }
        }
        require(in.position() == in.limit(), "bytes after its messages");
        return own;
    }

    private static boolean isOwn(Address source, Address member) {
        return source == null || source.equals(member);
    }

    /** Returns whether a host joins or leaves only for itself. */
    private static boolean isOwn(GmsHeader asked, Address member) {
        return switch (asked.getType()) {
            case GmsHeader.JOIN_REQ, GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER, GmsHeader.LEAVE_REQ ->
                isOwn(asked.getMember(), member);
            default -> true;
        };
    }

    private static boolean isShort(String name) {
        return name == null || name.length() <= LONGEST_NAME;
    }

    private static boolean isMember(Address address) {
        return address == null || address.getClass() == UUID.class;
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }
}
