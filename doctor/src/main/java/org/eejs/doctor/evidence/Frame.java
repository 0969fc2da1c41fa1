package org.eejs.doctor.evidence;

/**
 * A frame of a stack.
 *
 * @param method a class and its method with a dot between them, or the symbol of a native function
 * @param line in the source; 0 where it is not known
 */
public record Frame(String method, int line) {
    /** As stack traces have it: {@code com.example.Pay.call(Pay.java:41)}. */
    @Override
    public String toString() {
        int dot = method.lastIndexOf('.');
        String type = dot < 0 ? "" : method.substring(0, dot);
        String file = type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$.*", "");
        return line <= 0 || file.isEmpty() ? method : "%s(%s.java:%d)".formatted(method, file, line);
    }
}
