package org.eejs.pix.message;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;

/** One message while it is generated. For one thread. */
final class MessageGenerator {
    static final byte[] DAY = Octets.ascii("20261121");
    static final byte[] DATE = Octets.ascii("2026-11-21T");
    static final byte[] ACCEPTED = Octets.ascii("ACSP");
    static final byte[] REJECTED = Octets.ascii("RJCT");
    private static final int MESSAGE_ID_LENGTH = 32;
    private static final byte[] LETTERS = Octets.ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
    private static final byte[][] GIVEN_NAMES = bytes("Ana", "João", "Antônio", "Beatriz", "Cecília", "Inês",
            "Luís Otávio", "Márcio", "Paula", "Renata", "Sebastião", "Zoé", "Vitória", "Hugo", "Íris", "Davi");
    private static final byte[][] FAMILY_NAMES = bytes("Araújo", "Barros", "Conceição", "D&apos;Ávila", "Esteves",
            "Fonseca", "Gonçalves", "Magalhães", "Nóbrega", "Pinto", "Quintão", "Rocha", "Simões &amp; Filhos",
            "Teixeira", "Urbano", "Xavier");
    /** Two of 32 are escapes, which occur now and then in real messages. */
    private static final byte[][] WORDS = bytes("pagamento ", "aluguel ", "fatura ", "serviço ", "referência ",
            "mês ", "contrato ", "parcela ", "nota ", "fiscal ", "número ", "cobrança ", "de ", "da ", "condomínio ",
            "manutenção ", "loja ", "pedido ", "entrega ", "taxa ", "após ", "até ", "crédito ", "café ", "livros ",
            "escola ", "viagem ", "doação ", "a &lt; b ", "&amp; ", "conserto ", "energia ");

    private final Octets out;
    private final RandomGenerator random;
    private final int transactions;
    private int messageIdAt;

    MessageGenerator(Octets out, RandomGenerator random, int transactions) {
        this.out = out;
        this.random = random;
        this.transactions = transactions;
    }

    private static byte[][] bytes(String... texts) {
        return List.of(texts).stream().map(each -> each.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    Octets out() {
        return out;
    }

    int transactions() {
        return transactions;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Notes that the message's identifier is written next. */
    void rememberMessageId() {
        messageIdAt = out.size();
    }

    void repeatMessageId() {
        out.append(out.array(), messageIdAt, MESSAGE_ID_LENGTH);
    }

    void digits(int many) {
        for (int i = 0; i < many; i++) {
            out.append((byte) ('0' + random.nextInt(10)));
        }
    }

    /** Writes letters and digits. */
    void letters(int many) {
        for (int i = 0; i < many; i++) {
            out.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
    }

    /** Writes hour and minute, as in {@code 2359}. */
    void clock() {
        two(random.nextInt(24));
        two(random.nextInt(60));
    }

    /** Writes a time of the day, as in {@code 23:59:59.123Z}. */
    void time() {
        two(random.nextInt(24));
        out.append(':');
        two(random.nextInt(60));
        out.append(':');
        two(random.nextInt(60));
        out.append('.');
        digits(3);
        out.append('Z');
    }

    private void two(int number) {
        out.append((byte) ('0' + number / 10));
        out.append((byte) ('0' + number % 10));
    }

    void name() {
        out.append(GIVEN_NAMES[random.nextInt(GIVEN_NAMES.length)]);
        out.append(' ');
        out.append(FAMILY_NAMES[random.nextInt(FAMILY_NAMES.length)]);
    }

    /** Writes words of exactly that number of bytes; no word is cut, digits fill the rest. */
    void words(int bytes) {
        for (int left = bytes; left > 0;) {
            byte[] word = WORDS[random.nextInt(WORDS.length)];
            if (word.length > left) {
                digits(left);
                return;
            }
            out.append(word);
            left -= word.length;
        }
    }
}
