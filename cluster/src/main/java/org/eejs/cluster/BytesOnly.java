package org.eejs.cluster;

import java.io.DataInput;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.Digest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;

/**
 * Makes JGroups take bytes from others, and what its own protocols say. By itself it makes an object of any class that
 * the sender names, by Java's serialization or by a constructor: so each host could run what it likes at the lab.
 */
final class BytesOnly extends MessageFactory {
    private static final String JGROUPS = "org.jgroups.";
    /** Of bytes, without content, parts of long ones, and the numbers of flow control. */
    private static final Set<Short> TAKEN = Set.of(Message.BYTES_MSG, Message.EMPTY_MSG, Message.FRAG_MSG,
            Message.LONG_MSG);

    private BytesOnly() {}

    /**
     * Holds for all of the process from now on.
     *
     * @throws IllegalStateException when the JVM was started with another filter of serialization
     */
    static synchronized void enforce() {
        for (short type = 0; type < creators.length; type++) {
            if (!TAKEN.contains(type)) {
                creators[type] = type == Message.OBJ_MSG ? Delivery::new : BytesOnly::refuse;
            }
        }
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
        throw new IllegalArgumentException("a message of this type is not taken");
    }

    /** Objects by which JGroups' protocols say what they have and what they miss; no other is made. */
    private static final class Delivery extends ObjectMessage {
        private static final Map<Short, Supplier<SizeStreamable>> FORMS = Map.of(
                ClassConfigurator.getMagicNumber(SeqnoList.class), SeqnoList::new,
                ClassConfigurator.getMagicNumber(Digest.class), Digest::new);

        @Override
        public Supplier<Message> create() {
            return Delivery::new;
        }

        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            if (in.readByte() == 0) {
                return;
            }
            Supplier<SizeStreamable> form = FORMS.get(in.readShort());
            if (form == null) {
                throw new IOException("an object of this class is not taken");
            }
            SizeStreamable read = form.get();
            read.readFrom(in);
            setObject(read);
        }
    }

    /**
     * Refuses what JGroups itself reads by Java's serialization, which it may do for other things than messages. Others
     * in this process, such as JMH, which reads results so, are not concerned.
     */
    private static final class NoObjects implements ObjectInputFilter {
        @Override
        public Status checkInput(FilterInfo info) {
            return StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                    .filter(name -> !name.startsWith("java.") && !name.startsWith(BytesOnly.class.getName()))
                    .findFirst()).orElse("").startsWith(JGROUPS) ? Status.REJECTED : Status.UNDECIDED;
        }
    }
}
