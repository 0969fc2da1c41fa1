package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.util.ClassUtil;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * The mapping of records to JSON and YAML. In {@code eejs-doctor.jar}, which JDK 11 runs, records are ordinary classes
 * that Jackson would not recognize. Thread-safe.
 */
public final class RecordMapping extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    private RecordMapping() {}

    /** Makes a new mapper recognize records, whatever this program was built for, and returns it. */
    public static <M extends ObjectMapper> M in(M mapper) {
        if (!ClassUtil.isRecordType(RunDirectory.class)) {
            mapper.setAnnotationIntrospector(new RecordMapping());
        }
        return mapper;
    }

    @Override
    public PropertyName findNameForSerialization(Annotated member) {
        PropertyName name = super.findNameForSerialization(member);
        return name == null && member instanceof AnnotatedField field && field.getDeclaringClass().isRecord()
                && !Modifier.isStatic(field.getModifiers()) ? PropertyName.USE_DEFAULT : name;
    }

    @Override
    public JsonCreator.Mode findCreatorAnnotation(MapperConfig<?> config, Annotated creator) {
        JsonCreator.Mode mode = super.findCreatorAnnotation(config, creator);
        return mode == null && creator instanceof AnnotatedConstructor constructor && isCanonical(constructor)
                ? JsonCreator.Mode.PROPERTIES : mode;
    }

    @Override
    public String findImplicitPropertyName(AnnotatedMember member) {
        return member instanceof AnnotatedParameter parameter
                && parameter.getOwner() instanceof AnnotatedConstructor constructor && isCanonical(constructor)
                ? constructor.getDeclaringClass().getRecordComponents()[parameter.getIndex()].getName()
                : super.findImplicitPropertyName(member);
    }

    private static boolean isCanonical(AnnotatedConstructor constructor) {
        Class<?> type = constructor.getDeclaringClass();
        return type.isRecord() && Arrays.equals(constructor.getAnnotated().getParameterTypes(),
                Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray());
    }
}
