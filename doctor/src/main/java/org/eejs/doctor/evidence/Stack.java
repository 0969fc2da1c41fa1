package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Optional;
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
    private static final FramePattern JDK = new FramePattern("java.", "javax.net.", "javax.crypto.", "javax.security.",
            "javax.xml.", "sun.", "com.sun.", "jdk.");
    /** Common libraries. The interesting caller of a library is the code that uses it. */
    private static final FramePattern LIBRARY = new FramePattern("akka.", "com.amazonaws.", "com.auth0.", "com.azure.",
            "com.fasterxml.", "com.google.", "com.mongodb.", "com.mysql.", "com.nimbusds.", "com.rabbitmq.",
            "com.zaxxer.", "feign.", "groovy.", "io.grpc.", "io.helidon.", "io.jsonwebtoken.", "io.lettuce.",
            "io.micronaut.", "io.netty.", "io.opentelemetry.", "io.quarkus.", "io.reactivex.", "io.smallrye.",
            "io.undertow.", "io.vertx.", "jakarta.", "kotlin.", "kotlinx.", "okhttp3.", "oracle.jdbc.", "org.apache.",
            "org.asynchttpclient.", "org.bouncycastle.", "org.conscrypt.", "org.eclipse.", "org.elasticsearch.",
            "org.glassfish.", "org.hibernate.", "org.jboss.", "org.jose4j.", "org.mariadb.", "org.opensaml.",
            "org.postgresql.", "org.redisson.", "org.springframework.", "org.wildfly.", "org.xnio.", "reactor.",
            "redis.clients.", "retrofit2.", "scala.", "software.amazon.",
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

    /** Returns the first frame outside the JDK, searching outwards from an index. */
    public Optional<Frame> callerOf(int place) {
        return foreign(place).findFirst();
    }

    private Stream<Frame> foreign(int place) {
        return frames.stream().skip(Math.max(0, place)).filter(frame -> frame.method().contains(".")
                && !frame.method().startsWith("lib") && !JDK.matches(frame.method()));
    }

    /** Returns that frame as text. If it belongs to a library, the first frame outside libraries is added. */
    public Optional<String> caller(int place) {
        return callerOf(place).map(caller -> foreign(place).filter(frame -> !LIBRARY.matches(frame.method()))
                .findFirst().filter(user -> !user.equals(caller)).map(user -> caller + ", for " + user)
                .orElseGet(caller::toString));
    }
}
