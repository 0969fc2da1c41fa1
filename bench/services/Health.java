import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;
import java.io.File;
import java.util.concurrent.TimeUnit;

/** A gRPC service with Netty and the JDK's TLS, {@code Health serve PORT CERTIFICATE KEY}; and its load, {@code load}. */
public final class Health {
    private static final int USERS = 8;
    private static final int CALLS = 50;

    private Health() {}

    public static void main(String... words) throws Exception {
        int port = Integer.parseInt(words[1]);
        if (words[0].equals("serve")) {
            Grpc.newServerBuilderForPort(port, TlsServerCredentials.create(new File(words[2]), new File(words[3])))
                    .addService(new HealthStatusManager().getHealthService()).build().start().awaitTermination();
        }
        for (int i = 0; i < USERS; i++) {
            new Thread(() -> load(port, new File(words[2]))).start();
        }
    }

    /** Opens one connection after the other, with a fixed number of calls on each. */
    private static void load(int port, File authority) {
        try {
            while (true) {
                ManagedChannel channel = Grpc.newChannelBuilderForAddress("localhost", port,
                        TlsChannelCredentials.newBuilder().trustManager(authority).build()).build();
                for (int i = 0; i < CALLS; i++) {
                    HealthGrpc.newBlockingStub(channel).check(HealthCheckRequest.getDefaultInstance());
                }
                channel.shutdown().awaitTermination(1, TimeUnit.SECONDS);
            }
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
