package org.eejs.doctor.evidence;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stacks that end in an intrinsic. async-profiler often does not find the Java method that called it, and the stack has
 * no Java frame. Such a stack gets the callers of other stacks of its thread, in proportion to their weights. For an
 * intrinsic of cryptography these compute the same kind of cryptography; if the thread has none, all threads count.
 * The same applies to a stack that ends in an unknown frame: its callers are those of its outermost known method.
 */
public final class Intrinsics {
    /** The most stacks among which the weight of one stack is shared out. */
    private static final int MOST = 20;
    /** Names of intrinsics, and the Java frames from which they are called. */
    private static final Map<FramePattern, FramePattern> CALLED_BY = Map.of(
            new FramePattern("sha*_implCompress", "md5_implCompress", "double_keccak"),
            new FramePattern("sun.security.provider.DigestBase.", "sun.security.provider.SHA",
                    "sun.security.provider.MD", "java.security.MessageDigest", "com.sun.crypto.provider.Hmac"),
            new FramePattern("aescrypt_", "cipherBlockChaining_", "counterMode_", "electronicCodeBook_",
                    "galoisCounterMode_", "ghash_", "chacha20", "poly1305_"),
            new FramePattern("com.sun.crypto.provider."),
            new FramePattern("montgomery", "multiplyToLen", "squareToLen", "mulAdd", "bigInteger", "intpoly_",
                    "libjvm.so.SharedRuntime::montgomery"),
            new FramePattern("java.math.", "sun.security.util.math."));

    private static final FramePattern LOOK_UP = new FramePattern("java.security.MessageDigest.getInstance",
            "java.security.Signature.getInstance", "javax.crypto.Cipher.getInstance", "javax.crypto.Mac.getInstance",
            "javax.crypto.KeyAgreement.getInstance");
    private static final FramePattern ANY = new FramePattern("");
    /** The last frame of a stack whose callers async-profiler lost. */
    private static final Pattern UNKNOWN = Pattern.compile("\\W*unknown\\w*\\W*");
    /** A name without a library, such as {@code jbyte_disjoint_arraycopy}. */
    private static final Pattern INTRINSIC = Pattern.compile("\\w+");

    private Intrinsics() {}

    /** Returns the stacks with the callers that were found; the sum of weights does not change. */
    public static Map<Stack, Long> withCallers(Map<Stack, Long> stacks) {
        Map<Stack, Long> all = new LinkedHashMap<>();
        stacks.forEach((stack, weight) -> {
            FramePattern callers = callers(stack);
            List<Map.Entry<Stack, Long>> donors = callers == null ? List.of() : donors(stacks, callers,
                    each -> each.thread().equals(stack.thread()));
            if (callers != null && callers != ANY && donors.isEmpty()) {
                donors = donors(stacks, callers, each -> true);
            }
            share(stack, weight, donors, callers, all);
        });
        return all;
    }

    /** Returns the Java frames that call the stack's intrinsic; null if it has Java frames, or no intrinsic. */
    private static FramePattern callers(Stack stack) {
        List<Frame> frames = stack.frames();
        if (isUnknown(stack)) {
            return frames.stream().filter(Frame::isJava).reduce((inner, outer) -> outer)
                    .map(frame -> new FramePattern(frame.method())).orElse(ANY);
        }
        return stack.frames().stream().anyMatch(Frame::isJava) ? null : CALLED_BY.entrySet().stream()
                .filter(each -> stack.has(each.getKey())).map(Map.Entry::getValue).findFirst()
                .orElse(stack.frames().stream().anyMatch(frame -> INTRINSIC.matcher(frame.method()).matches()) ? ANY
                        : null);
    }

    private static boolean isUnknown(Stack stack) {
        return stack.frames().stream().reduce((inner, outer) -> outer)
                .filter(frame -> UNKNOWN.matcher(frame.method()).matches()).isPresent();
    }

    private static List<Map.Entry<Stack, Long>> donors(Map<Stack, Long> stacks, FramePattern callers,
            Predicate<Stack> which) {
        return stacks.entrySet().stream().filter(each -> which.test(each.getKey()) && each.getKey().has(callers)
                        && each.getKey().frames().stream().anyMatch(Frame::isJava) && !isUnknown(each.getKey()))
                .sorted(Map.Entry.<Stack, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(each -> each.getKey().toString())).limit(MOST).toList();
    }

    private static void share(Stack stack, long weight, List<Map.Entry<Stack, Long>> donors, FramePattern callers,
            Map<Stack, Long> all) {
        double sum = donors.stream().mapToLong(Map.Entry::getValue).sum();
        long rest = weight;
        for (int i = donors.size() - 1; i >= 0; i--) {
            long part = i == 0 ? rest : Math.min(rest, (long) (weight * donors.get(i).getValue() / sum));
            if (part > 0) {
                all.merge(calledBy(stack, donors.get(i).getKey(), callers), part, Long::sum);
            }
            rest -= part;
        }
        if (donors.isEmpty()) {
            all.merge(stack, weight, Long::sum);
        }
    }

    private static Stack calledBy(Stack stack, Stack donor, FramePattern callers) {
        List<Frame> outer = donor.frames();
        int innermost = 0;
        while (!callers.matches(outer.get(innermost).method())) {
            innermost++;
        }
        // A look-up creates an object of the same class, but computes nothing: its caller does.
        if (callers != ANY) {
            innermost = Math.max(innermost, donor.outermost(LOOK_UP) + 1);
        }
        return new Stack(stack.thread(), Stream.concat(stack.frames().stream(), outer.stream().skip(innermost))
                .toList());
    }
}
