package org.eejs.remotekey.keys;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.NativeLongByReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.files.Causes;

/**
 * The slots of a PKCS#11 library with the labels of their tokens, by which operators name them: the JDK's bridge takes
 * only numbers. SoftHSM changes its numbers when a token is made.
 */
public final class Pkcs11Slots {
    private static final long OK = 0;
    private static final long ALREADY_INITIALIZED = 0x191;
    /** CK_TOKEN_INFO, with room to spare on any platform; it begins with the label, padded with blanks. */
    private static final int TOKEN_INFO_BYTES = 512;
    private static final int LABEL_BYTES = 32;
    /** CKF_OS_LOCKING_OK: the library may use threads' own locks, because the JDK calls it from many. */
    private static final long OS_LOCKING = 2;

    private Pkcs11Slots() {}

    /**
     * Returns the labels of a library's tokens, in the order of the slots; empty for a slot without a token. The
     * library stays initialized, which neither it nor the JDK minds.
     *
     * @throws FaultyFileException if it is not a PKCS#11 library, or returns an error
     */
    public static List<String> labels(Path path) throws FaultyFileException {
        try {
            NativeLibrary library = NativeLibrary.getInstance(path.toString());
            // CK_C_INITIALIZE_ARGS: four functions, flags, and a reserved word.
            Memory arguments = new Memory(6L * Native.POINTER_SIZE);
            arguments.clear();
            arguments.setNativeLong(4L * Native.POINTER_SIZE, new NativeLong(OS_LOCKING));
            long initialized = call(library, "C_Initialize", arguments);
            if (initialized != ALREADY_INITIALIZED) {
                require("C_Initialize", initialized);
            }
            NativeLongByReference count = new NativeLongByReference();
            require("C_GetSlotList", call(library, "C_GetSlotList", (byte) 0, null, count));
            Memory slots = new Memory(Math.max(1, count.getValue().longValue()) * NativeLong.SIZE);
            require("C_GetSlotList", call(library, "C_GetSlotList", (byte) 0, slots, count));
            List<String> labels = new ArrayList<>();
            for (int i = 0; i < count.getValue().intValue(); i++) {
                Memory info = new Memory(TOKEN_INFO_BYTES);
                long result = call(library, "C_GetTokenInfo", slots.getNativeLong((long) i * NativeLong.SIZE), info);
                // A slot without a token also has its place in the list, by which the JDK counts.
                labels.add(result != OK ? "" : new String(info.getByteArray(0, LABEL_BYTES), StandardCharsets.UTF_8)
                        .strip());
            }
            return labels;
        } catch (UnsatisfiedLinkError e) {
            throw new FaultyFileException("%s is not a PKCS#11 library for this machine: %s".formatted(path,
                    Causes.first(e)));
        }
    }

    private static long call(NativeLibrary library, String name, Object... arguments) {
        Function function = library.getFunction(name);
        return ((NativeLong) function.invoke(NativeLong.class, arguments)).longValue();
    }

    private static void require(String function, long result) throws FaultyFileException {
        if (result != OK) {
            throw new FaultyFileException("%s of the PKCS#11 library failed with error 0x%x".formatted(function,
                    result));
        }
    }
}
