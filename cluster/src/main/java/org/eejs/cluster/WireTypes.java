package org.eejs.cluster;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;

/**
 * The types that JGroups may create from what it reads: messages of bytes, and headers of the protocols in {@link
 * Channels}. By default JGroups creates an object of any class that the sender names, by serialization, by a
 * constructor or by a header. It also creates arrays of any length that the sender names.
 */
final class WireTypes extends MessageFactory {
    private static final String JGROUPS = "org.jgroups.";
    /** The allowed messages: of bytes, without content, and with the numbers of flow control. */
    private static final Set<Short> MESSAGES = Set.of(Message.BYTES_MSG, Message.EMPTY_MSG, Message.LONG_MSG);
    /** The headers of TUNNEL, PING, VERIFY_SUSPECT2, NAKACK2, UNICAST3, STABLE, GMS, UFC and FRAG4, in this order. */
    private static final Set<Integer> HEADERS = Set.of(60, 53, 94, 78, 82, 56, 55, 59, 52);
    private static final int CHUNK_BYTES = 65_536;

    private WireTypes() {}

    /**
     * Restricts the types for the whole process.
     *
     * @throws IllegalStateException when this JVM has another filter of serialization, or another JGroups
     */
    static synchronized void enforce() {
        for (short type = 0; type < creators.length; type++) {
            if (type == Message.BYTES_MSG) {
                creators[type] = Bytes::new;
            } else if (!MESSAGES.contains(type)) {
                creators[type] = type == Message.OBJ_MSG ? Delivery::new : WireTypes::refuse;
            }
        }
        refuseOtherHeaders();
        if (!(ObjectInputFilter.Config.getSerialFilter() instanceof NoObjects)) {
            try {
                ObjectInputFilter.Config.setSerialFilter(new NoObjects());
            } catch (IllegalStateException e) {
                throw new IllegalStateException("this JVM has a filter of serialization already; start it without "
                        + "jdk.serialFilter", e);
            }
        }
    }

    private static Message refuse() {
        throw new IllegalArgumentException("a message of this type is not allowed");
    }

    /** Removes suppliers from JGroups' map of magic numbers; numbers that other code may add are above its end. */
    private static void refuseOtherHeaders() {
        try {
            Field map = ClassConfigurator.class.getDeclaredField("magicMap");
            map.setAccessible(true);
            Object[] suppliers = (Object[]) map.get(null);
            for (int id = 0; id < suppliers.length; id++) {
                if (!HEADERS.contains(id)) {
                    suppliers[id] = null;
                }
            }
            Field added = ClassConfigurator.class.getDeclaredField("magicMapUser");
            added.setAccessible(true);
            ((Map<?, ?>) added.get(null)).clear();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("failed to restrict JGroups to the headers of its protocols", e);
        }
    }

    /** A message of bytes whose buffer grows with the bytes that arrive, and not by the sender's length. */
    private static final class Bytes extends BytesMessage {
        @Override
        public Supplier<Message> create() {
            return Bytes::new;
        }

        @Override
        public void readPayload(DataInput in) throws IOException {
            int left = in.readInt();
            if (left < 0) {
                return;
            }
            byte[] first = new byte[Math.min(left, CHUNK_BYTES)];
            in.readFully(first);
            if (first.length == left) {
                setArray(first);
                return;
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (byte[] chunk = first; chunk.length > 0; chunk = new byte[Math.min(left, CHUNK_BYTES)]) {
                in.readFully(chunk, 0, chunk == first ? 0 : chunk.length);
                all.write(chunk, 0, chunk.length);
                left -= chunk.length;
            }
            setArray(all.toByteArray());
        }
    }

    /** The objects with which JGroups' protocols report received and missing messages. No other object is created. */
    private static final class Delivery extends ObjectMessage {
        private static final short MISSING = ClassConfigurator.getMagicNumber(SeqnoList.class);
        private static final Map<Short, Supplier<SizeStreamable>> FORMS = Map.of(MISSING, SeqnoList::new,
                ClassConfigurator.getMagicNumber(Digest.class), Digest::new,
                ClassConfigurator.getMagicNumber(MutableDigest.class), Digest::new);

        @Override
        public Supplier<Message> create() {
            return Delivery::new;
        }

        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            if (in.readByte() == 0) {
                return;
            }
            short type = in.readShort();
            Supplier<SizeStreamable> form = FORMS.get(type);
            if (form == null) {
                throw new IOException("an object of this class is not allowed");
            }
            if (type == MISSING) {
                checkLength(in);
            }
            SizeStreamable read = form.get();
            read.readFrom(in);
            setObject(read);
        }

        /** Checks a list of numbers before JGroups creates an array for it; its length in bits comes first. */
        private static void checkLength(DataInput in) throws IOException {
            if (!(in instanceof ByteArrayDataInputStream bytes)) {
                throw new IOException("a list of numbers in an unexpected place");
            }
            int left = bytes.limit() - bytes.position();
            int bits = left < Integer.BYTES ? -1 : ByteBuffer.wrap(bytes.buffer(), bytes.position(), Integer.BYTES)
                    .getInt();
            if (bits < 0 || bits > (long) left * Byte.SIZE) {
                throw new IOException("a list of numbers is longer than its message");
            }
        }
    }

    /**
     * A filter that refuses all Java serialization by JGroups, not only of messages. It does not affect other code of
     * this process, such as JMH, which reads results in this way.
     */
    private static final class NoObjects implements ObjectInputFilter {
        @Override
        public Status checkInput(FilterInfo info) {
            return StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                    .filter(name -> !name.startsWith("java.") && !name.startsWith(WireTypes.class.getName()))
                    .findFirst()).orElse("").startsWith(JGROUPS) ? Status.REJECTED : Status.UNDECIDED;
        }
    }
}
