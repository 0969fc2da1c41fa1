import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The load of a Kafka broker over TLS, {@code PORT CA}: some connections are kept, and some get a few records each. */
public final class Records {
    private static final String TOPIC = "bookings";
    private static final String RECORD = "{\"iban\": \"CH1\", \"amount\": 100, \"text\": \"" + "x".repeat(500) + "\"}";
    private static final int USERS = 4;
    private static final int SOME = 20;

    private final Map<String, Object> tls;

    private Records(String port, String authority) {
        // Clients verify the name of the broker by default.
        tls = Map.of("bootstrap.servers", "localhost:" + port, "security.protocol", "SSL",
                "ssl.truststore.type", "PEM", "ssl.truststore.location", authority);
    }

    public static void main(String... words) {
        Records records = new Records(words[0], words[1]);
        for (int i = 0; i < USERS; i++) {
            new Thread(() -> records.send(Integer.MAX_VALUE)).start();
            new Thread(() -> records.send(SOME)).start();
        }
        new Thread(records::read).start();
    }

    /** Opens one producer after the other, and awaits each of its records. */
    private void send(int each) {
        try {
            while (true) {
                try (KafkaProducer<String, String> producer =
                        new KafkaProducer<>(tls, new StringSerializer(), new StringSerializer())) {
                    for (int i = 0; i < each; i++) {
                        producer.send(new ProducerRecord<>(TOPIC, RECORD)).get();
                    }
                }
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads all records by one consumer. */
    private void read() {
        Map<String, Object> group = new HashMap<>(tls);
        group.put("group.id", "readers");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(group, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            while (true) {
                consumer.poll(Duration.ofSeconds(1));
            }
        }
    }
}
