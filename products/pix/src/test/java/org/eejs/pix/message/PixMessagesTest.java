package org.eejs.pix.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.eejs.pix.Dom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;

/** Generated messages are XML of the requested size and shape. */
class PixMessagesTest {
    @ParameterizedTest
    @EnumSource
    void drawsWellFormedMessagesOfTheSize(MessageType type) throws Exception {
        Random random = new Random(7);
        int shortest = PixMessages.shortest(type);
        for (int bytes : new int[] {shortest, shortest + 1, shortest + 37, 3_500, 10_240, 100_000}) {
            PixMessages messages = new PixMessages(type, bytes);
            for (int i = 0; i < 50; i++) {
                byte[] message = messages.draw(random);
                assertTrue(message.length <= bytes && message.length > bytes - 100,
                        type + " of " + bytes + " has " + message.length);
                Document tree = Dom.parse(message);
                assertEquals(type.namespace(), tree.getDocumentElement().getNamespaceURI());
                assertFalse(Dom.place(tree).hasChildNodes());
                assertEquals(Dom.child(Dom.header(tree), "BizMsgIdr").getTextContent(),
                        tree.getElementsByTagNameNS("*", "MsgId").item(0).getTextContent());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void drawsTheSameFromTheSameSeed(MessageType type) {
        PixMessages messages = new PixMessages(type, 3_500);
        byte[] first = messages.draw(new Random(5));
        assertArrayEquals(first, messages.draw(new Random(5)));
        assertFalse(Arrays.equals(first, messages.draw(new Random(6))));
    }

    @Test
    void countsItsTransactions() throws Exception {
        Document tree = Dom.parse(new PixMessages(MessageType.PACS_008, 20_000).draw(new Random(1)));
        int transactions = tree.getElementsByTagNameNS("*", "CdtTrfTxInf").getLength();
        assertTrue(transactions > 5, transactions + " transactions");
        assertEquals(String.valueOf(transactions),
                tree.getElementsByTagNameNS("*", "NbOfTxs").item(0).getTextContent());
    }

    @Test
    void hasAccentsAndEscapes() {
        String message = new String(new PixMessages(MessageType.PIBR_001, 10_000).draw(new Random(1)),
                StandardCharsets.UTF_8);
        assertTrue(message.contains("\u00e7") && message.contains("&amp;"), message);
    }

    @Test
    void reportsTheShortestPossibleMessage() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class,
                () -> new PixMessages(MessageType.PACS_008, 100));
        assertEquals("a message of type PACS_008 has " + PixMessages.shortest(MessageType.PACS_008)
                + " bytes at least, 100 are too few", refused.getMessage());
    }
}
