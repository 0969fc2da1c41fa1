package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.profile.Categories;
import org.eejs.profile.Place;
import org.eejs.profile.StackSample;
import org.eejs.result.CpuCategory;

/**
 * The stack of a thread.
 *
 * @param thread the name of the thread; empty if unknown
 * @param frames the frames, innermost first
 */
public record Stack(String thread, List<Frame> frames) {
    private static final FramePattern JDK = new FramePattern("java.", "javax.", "sun.", "com.sun.", "jdk.",
            "org.ietf.", "org.jcp.", "org.w3c.", "org.xml.");
    /** Libraries in packages of the JDK. */
    private static final FramePattern NOT_JDK = new FramePattern("com.sun.mail.", "com.sun.jersey.");
    /** The name of classes that the JVM makes for lambdas. */
    private static final String LAMBDA = "$$Lambda";
    /** Frames of the JDK that start or run code for others. */
    private static final FramePattern RUNS = new FramePattern("java.lang.", "java.security.AccessController.",
            "java.util.", "jdk.internal.vm.", "jdk.internal.misc.", "jdk.internal.reflect.", "jdk.internal.event.");
    private static final int PACKAGES = 3;
    private static final int PACKAGES_OF_JDK = 4;
    /** Common libraries. The interesting caller of a library is the code that uses it. */
    private static final FramePattern LIBRARY = new FramePattern("akka.", "at.favre.", "ch.qos.logback.", "com.sun.",
            "com.amazonaws.", "com.auth0.", "com.azure.", "com.clickhouse.", "com.datastax.", "com.fasterxml.",
            "com.google.", "com.jcraft.", "com.lambdaworks.", "com.microsoft.", "com.mongodb.", "com.mysql.",
            "com.nimbusds.", "com.ongres.", "com.password4j.", "com.rabbitmq.", "com.squareup.", "com.unboundid.",
            "com.zaxxer.", "de.mkammerer.", "feign.", "groovy.", "io.fabric8.", "io.grpc.", "io.helidon.",
            "io.jsonwebtoken.", "io.kubernetes.", "io.ktor.", "io.lettuce.", "io.micrometer.", "io.micronaut.",
            "io.minio.", "io.nats.", "io.netty.", "io.opentelemetry.", "io.quarkus.", "io.reactivex.", "io.smallrye.",
            "io.undertow.", "io.vertx.", "jakarta.", "kotlin.", "kotlinx.", "net.schmizz.", "okhttp3.", "okio.",
            "oracle.jdbc.", "oracle.net.", "org.apache.", "org.asynchttpclient.", "org.bouncycastle.",
            "org.conscrypt.", "org.eclipse.", "org.eejs.jsse.", "org.eejs.remotekey.", "org.elasticsearch.",
            "org.glassfish.", "org.h2.", "org.hibernate.", "org.jasypt.", "org.jboss.", "org.jooq.", "org.jose4j.",
            "org.mariadb.", "org.mindrot.", "org.mybatis.", "org.neo4j.", "org.opensaml.", "org.opensearch.",
            "org.pac4j.", "org.postgresql.", "org.redisson.", "org.simplejavamail.", "org.slf4j.",
            "org.springframework.", "org.wildfly.", "org.xnio.", "reactor.", "redis.clients.", "retrofit2.", "scala.",
            "software.amazon.",
            // Copies of libraries in other packages (shaded).
            "*.shaded.", "*.netty.", "*.eclipse.jetty.");

    /** Returns this stack in the form that {@link Categories} expects. */
    public StackSample sample() {
        return new StackSample(thread, frames.stream().map(Frame::method).toList());
    }

    /** Returns its place. Frames of neither the JDK, a known library nor the JVM belong to the application. */
    public Place place(Categories categories) {
        Place place = categories.place(sample());
        boolean own = place.category() == CpuCategory.UNKNOWN && callerOf(0).isPresent();
        return !own ? place : new Place(place.primitive() == null ? CpuCategory.APPLICATION : CpuCategory.CRYPTOGRAPHY,
                null, place.primitive());
    }

    /** Returns the index of the outermost frame that matches a pattern; -1 if none does. */
    public int outermost(FramePattern pattern) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (pattern.matches(frames.get(i).method())) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether a frame matches a pattern. */
    public boolean has(FramePattern pattern) {
        return outermost(pattern) >= 0;
    }

    /** Returns whether a frame outside the JDK matches a pattern. */
    public boolean hasForeign(FramePattern pattern) {
        return foreign(0).anyMatch(frame -> pattern.matches(frame.method()));
    }

    /** Returns the first frame outside the JDK, searching outwards from an index. */
    public Optional<Frame> callerOf(int place) {
        return foreign(place).findFirst();
    }

    private Stream<Frame> foreign(int place) {
        return frames.stream().skip(Math.max(0, place)).filter(frame -> frame.isJava()
                && (!JDK.matches(frame.method()) || NOT_JDK.matches(frame.method()))
                && !frame.method().contains(LAMBDA));
    }

    /**
     * The cause of an operation.
     *
     * @param library the package of the first frame outside the JDK, if a library has it. If all frames belong to the
     *     JDK, it is the package of the outermost one. Null if there is none
     * @param caller the first method outside the JDK and well-known libraries; null if there is none
     */
    public record Origin(String library, String caller) {}

    /** Returns the cause of an operation that ends at an index. */
    public Origin origin(int place) {
        Optional<Frame> first = callerOf(place);
        String library = first.isPresent()
                ? first.filter(frame -> LIBRARY.matches(frame.method())).map(frame -> packageOf(frame, PACKAGES))
                        .orElse(null)
                : frames.stream().skip(place + 1L).filter(frame -> frame.isJava() && !RUNS.matches(frame.method()))
                        .reduce((inner, outer) -> outer).map(frame -> packageOf(frame, PACKAGES_OF_JDK)).orElse(null);
        return new Origin(library, foreign(place).filter(frame -> !LIBRARY.matches(frame.method())).findFirst()
                .map(Frame::method).orElse(null));
    }

    private static String packageOf(Frame frame, int most) {
        String[] names = frame.method().split("\\.");
        return Stream.of(names).limit(Math.max(1, names.length - 2)).limit(most).collect(Collectors.joining("."));
    }

    /** Returns that frame as text. If it belongs to a library, the first frame outside libraries is added. */
    public Optional<String> caller(int place) {
        return callerOf(place).map(caller -> foreign(place).filter(frame -> !LIBRARY.matches(frame.method()))
                .findFirst().filter(user -> !user.equals(caller)).map(user -> caller + ", for " + user)
                .orElseGet(caller::toString));
    }
}
