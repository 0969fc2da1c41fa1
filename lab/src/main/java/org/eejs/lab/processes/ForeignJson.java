package org.eejs.lab.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A reader that turns JSON from another machine into records. Every component must be present and have its type, so
 * that no later code meets a null. Thread-safe.
 */
public final class ForeignJson {
    private static final String OWN = "org.eejs.";
    private static final int LONGEST_TEXT = 100_000;
    private static final int LONGEST_LIST = 100_000;
    /** The components that may be null where a host has no value. */
    private static final Set<String> MAY_BE_ABSENT = Set.of("Cpu.governor", "Memory.transparentHugePages",
            "Started.jdk", "Started.address", "RoleEvent.used", "Answer.value", "Answer.problem", "Answer.key",
            "Answer.badInput", "Samples.waits", "CompilerQueue.waiting", "Sampling.cost", "Sampling.covered",
            "SamplingCost.walkShare", "SamplingCost.ratio", "SamplingCost.ci95", "SamplingCost.pairs", "Waits.locks",
            "Waits.threadDumps", "Waits.threadTime", "Place.detail", "Place.primitive", "Primitive.provider",
            "Tick.tls", "Negotiated.protocol", "Negotiated.cipherSuite", "Negotiated.namedGroup",
            "Negotiated.signatureScheme", "Negotiated.engine", "BankStats.protocol", "BankStats.cipherSuite",
            "BankStats.namedGroup", "BesimStats.namedGroup", "BankStats.backEndProtocol",
            "BankStats.backEndCipherSuite", "BankStats.tlsEngine", "BankStats.countedAt", "BankStats.random",
            "BesimStats.protocol",
            "BesimStats.cipherSuite", "BesimStats.tlsEngine", "Failure.sample");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT).disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private ForeignJson() {}

    /** A message in an unexpected form; its text is one line that names the field. */
    public static final class UnexpectedFormException extends IOException {
        private static final long serialVersionUID = 1;

        private UnexpectedFormException(String field) {
            super(field.isEmpty() ? "it sent an unexpected reply; run the same version of EEJS there"
                    : "its '" + field + "' is missing or not as expected; run the same version of EEJS there");
        }
    }

    /** Reads a whole message. */
    public static <T> T read(byte[] message, Class<T> form) throws UnexpectedFormException {
        try {
            return read(JSON.readTree(message), form);
        } catch (UnexpectedFormException e) {
            throw e;
        } catch (IOException e) {
            throw new UnexpectedFormException("");
        }
    }

    /** Reads a value. An absent one is allowed only as a {@code JsonNode} of null. */
    public static <T> T read(JsonNode value, Class<T> form) throws UnexpectedFormException {
        try {
            JsonNode node = value == null ? NullNode.instance : value;
            T read = form == JsonNode.class ? form.cast(node) : JSON.treeToValue(node, form);
            if (read == null) {
                throw new UnexpectedFormException("");
            }
            check("", read, node);
            return read;
        } catch (ValueInstantiationException e) {
            throw new UnexpectedFormException(String.valueOf(e.getCause().getMessage()));
        } catch (JsonMappingException e) {
            throw new UnexpectedFormException(e.getPath().stream()
                    .map(each -> each.getFieldName() == null ? String.valueOf(each.getIndex()) : each.getFieldName())
                    .collect(Collectors.joining(".")));
        } catch (JsonProcessingException e) {
            throw new UnexpectedFormException("");
        }
    }

    private static void check(String path, Object value, JsonNode from) throws UnexpectedFormException {
        if (value instanceof JsonNode) {
            return;
        }
        if (value instanceof Record each && each.getClass().getName().startsWith(OWN)) {
            checkRecord(path, each, from);
        } else if (value instanceof Collection<?> each) {
            checkList(path, each, from);
        } else if (value instanceof Map<?, ?> each) {
            checkMap(path, each, from);
        } else if (value instanceof String text && (!from.isTextual() || text.length() > LONGEST_TEXT)
                || value instanceof Double number && !Double.isFinite(number)) {
            throw new UnexpectedFormException(path);
        }
    }

    private static void checkRecord(String path, Record record, JsonNode from) throws UnexpectedFormException {
        // Otherwise Jackson would pass a plain value to a constructor of one component.
        if (!from.isObject()) {
            throw new UnexpectedFormException(path);
        }
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object inside = value(component, record);
            String name = path.isEmpty() ? component.getName() : path + "." + component.getName();
            if (inside != null) {
                check(name, inside, from.path(component.getName()));
            } else if (!MAY_BE_ABSENT.contains(record.getClass().getSimpleName() + "." + component.getName())) {
                throw new UnexpectedFormException(name);
            }
        }
    }

    private static void checkList(String path, Collection<?> values, JsonNode from) throws UnexpectedFormException {
        checkSize(path, values.size());
        int i = 0;
        for (Object each : values) {
            checkPresent(path, each, from.path(i++));
        }
    }

    private static void checkMap(String path, Map<?, ?> values, JsonNode from) throws UnexpectedFormException {
        checkSize(path, values.size());
        for (Map.Entry<?, ?> each : values.entrySet()) {
            checkPresent(path, each.getValue(), from.path(String.valueOf(each.getKey())));
        }
    }

    private static void checkSize(String path, int size) throws UnexpectedFormException {
        if (size > LONGEST_LIST) {
            throw new UnexpectedFormException(path);
        }
    }

    private static void checkPresent(String path, Object value, JsonNode from) throws UnexpectedFormException {
        if (value == null) {
            throw new UnexpectedFormException(path);
        }
        check(path, value, from);
    }

    private static Object value(RecordComponent component, Record of) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("components of records can be read", e);
        }
    }
}
