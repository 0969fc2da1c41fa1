package org.eejs.driver.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCountTest {
    /** Records of the handshake, an alert and data, some of it empty and some of the largest size. */
    private static final int[][] RECORDS = {{22, 90}, {23, 17}, {23, 0}, {21, 2}, {23, 16_640}, {23, 256}, {22, 0}};
    private static final int OF_DATA = 4;

    private static ByteBuf records() {
        ByteBuf bytes = Unpooled.buffer();
        for (int[] record : RECORDS) {
            // The content looks like headers of data.
            bytes.writeByte(record[0]).writeShort(0x0303).writeShort(record[1]);
            for (int i = 0; i < record[1]; i++) {
                bytes.writeByte(23);
            }
        }
        return bytes;
    }

    /** As they may come from a socket: byte by byte, in pieces that end anywhere, all at once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_500, 100_000})
    void recordsOfDataCountInBothDirections(int mostBytes) {
        RecordCount count = new RecordCount(false);
        EmbeddedChannel channel = new EmbeddedChannel(count);
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 3; round++) {
            ByteBuf sent = records();
            ByteBuf received = records();
            while (sent.isReadable() || received.isReadable()) {
                channel.writeOutbound(sent.readSlice(Math.min(sent.readableBytes(), 1 + random.nextInt(mostBytes))));
                channel.writeInbound(received.readSlice(
                        Math.min(received.readableBytes(), 1 + random.nextInt(mostBytes))));
            }
            assertEquals(2 * OF_DATA, count.drain());
            assertEquals(0, count.drain());
        }
    }
}
