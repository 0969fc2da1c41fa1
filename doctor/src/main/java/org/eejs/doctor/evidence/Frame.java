package org.eejs.doctor.evidence;

/**
 * A frame of a stack.
 *
 * @param method a class and its method separated by a dot, or the symbol of a native function
 * @param line line number in the source; 0 if unknown
 */
public record Frame(String method, int line) {
    private static final FramePattern NATIVE = new FramePattern("lib*.so.", "ld-*.so.", "vdso.", "[", "/");

    /** Returns whether it is a Java method, and no native function or intrinsic. */
    public boolean isJava() {
        return method.contains(".") && !NATIVE.matches(method);
    }

    /** Returns the frame as in stack traces: {@code com.example.Pay.call(Pay.java:41)}. */
    @Override
    public String toString() {
        int dot = method.lastIndexOf('.');
        String type = dot < 0 ? "" : method.substring(0, dot);
        String file = type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$.*", "");
        return line <= 0 || file.isEmpty() ? method : "%s(%s.java:%d)".formatted(method, file, line);
    }
}
