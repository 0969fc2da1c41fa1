package org.eejs.doctor.evidence;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eejs.profile.Categories;
import org.eejs.profile.Place;
import org.eejs.profile.StackSample;
import org.eejs.result.CpuCategory;

/**
 * What a thread was doing.
 *
 * @param thread its name; empty when it is not known
 * @param frames the innermost first
 */
public record Stack(String thread, List<Frame> frames) {
    private static final FramePattern JDK = new FramePattern("java.", "javax.net.", "javax.crypto.", "javax.security.",
            "javax.xml.", "sun.", "com.sun.", "jdk.");
    /** What many use: that it calls does not say who has it call. */
    private static final FramePattern LIBRARY = new FramePattern("akka.", "com.amazonaws.", "com.auth0.", "com.azure.",
            "com.fasterxml.", "com.google.", "com.mongodb.", "com.mysql.", "com.nimbusds.", "com.rabbitmq.",
            "com.zaxxer.", "feign.", "groovy.", "io.grpc.", "io.helidon.", "io.jsonwebtoken.", "io.lettuce.",
            "io.micronaut.", "io.netty.", "io.opentelemetry.", "io.quarkus.", "io.reactivex.", "io.smallrye.",
            "io.undertow.", "io.vertx.", "jakarta.", "kotlin.", "kotlinx.", "okhttp3.", "oracle.jdbc.", "org.apache.",
            "org.asynchttpclient.", "org.bouncycastle.", "org.conscrypt.", "org.eclipse.", "org.elasticsearch.",
            "org.glassfish.", "org.hibernate.", "org.jboss.", "org.jose4j.", "org.mariadb.", "org.opensaml.",
            "org.postgresql.", "org.redisson.", "org.springframework.", "org.wildfly.", "org.xnio.", "reactor.",
            "redis.clients.", "retrofit2.", "scala.", "software.amazon.",
            // What others have put into packages of their own.
            "*.shaded.", "*.netty.", "*.eclipse.jetty.");

    /** Returns the same for those who sort stacks by category. */
    public StackSample sample() {
        return new StackSample(thread, frames.stream().map(Frame::method).toList());
    }

    /** Returns where it belongs. What is not the JDK's, a known library's or the JVM's is the application's. */
    public Place place(Categories categories) {
        Place place = categories.place(sample());
        boolean own = place.category() == CpuCategory.UNKNOWN && callerOf(0).isPresent();
        return !own ? place : new Place(place.primitive() == null ? CpuCategory.APPLICATION : CpuCategory.CRYPTOGRAPHY,
                null, place.primitive());
    }

    /** Returns the place of the outermost frame that a pattern has; -1 for none. */
    public int outermost(FramePattern pattern) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (pattern.matches(frames.get(i).method())) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether a frame is among them. */
    public boolean has(FramePattern pattern) {
        return outermost(pattern) >= 0;
    }

    /** Returns the frame outside the JDK that called, from a place on outwards. */
    public Optional<Frame> callerOf(int place) {
        return foreign(place).findFirst();
    }

    private Stream<Frame> foreign(int place) {
        return frames.stream().skip(Math.max(0, place)).filter(frame -> frame.method().contains(".")
                && !frame.method().startsWith("lib") && !JDK.matches(frame.method()));
    }

    /** Returns the same as words: where it is a library's, with the frame beyond libraries that had it call. */
    public Optional<String> caller(int place) {
        return callerOf(place).map(caller -> foreign(place).filter(frame -> !LIBRARY.matches(frame.method()))
                .findFirst().filter(user -> !user.equals(caller)).map(user -> caller + ", for " + user)
                .orElseGet(caller::toString));
    }
}
