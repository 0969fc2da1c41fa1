package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import javax.imageio.ImageIO;
import org.eejs.bank.images.GifDrawing;
import org.eejs.banking.StaticImage;
import org.junit.jupiter.api.Test;

class ImagesTest {
    @Test
    void drawsEverySizeAsAValidGif() throws IOException {
        for (int bytes = 43; bytes < 13_000; bytes += bytes < 1_600 ? 1 : 97) {
            byte[] gif = GifDrawing.draw(bytes, bytes % 40);
            assertEquals(bytes, gif.length);
            GifDrawing size = GifDrawing.fitting(bytes);
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(gif));
            assertEquals(size.width(), image.getWidth());
            assertEquals(size.height(), image.getHeight());
        }
    }

    @Test
    void drawsTheSameEachTime() {
        for (StaticImage image : StaticImage.all()) {
            assertArrayEquals(GifDrawing.draw(image.bytes(), image.id()), GifDrawing.draw(image.bytes(), image.id()));
        }
    }

    @Test
    void servesTheStaticImages() throws Exception {
        try (TestBank bank = TestBank.start()) {
            Browser browser = new Browser(bank.address);
            for (StaticImage image : StaticImage.all()) {
                HttpResponse<byte[]> response = browser.getBytes(image.path());
                assertEquals(200, response.statusCode());
                assertEquals("image/gif", header(response, "Content-Type"));
                assertEquals("private, max-age=0", header(response, "Cache-Control"));
                assertEquals(image.bytes(), response.body().length);
                assertEquals(String.valueOf(image.bytes()), header(response, "Content-Length"));
                GifDrawing size = GifDrawing.fitting(image.bytes());
                BufferedImage shown = ImageIO.read(new ByteArrayInputStream(response.body()));
                assertEquals(size.width(), shown.getWidth());
                assertEquals(size.height(), shown.getHeight());
            }
            assertEquals(39, bank.stats().staticImages());
            assertEquals(0, bank.stats().notModified());
        }
    }

    @Test
    void reportsWhenACopyIsStillGood() throws Exception {
        try (TestBank bank = TestBank.start()) {
            Browser browser = new Browser(bank.address);
            HttpResponse<byte[]> first = browser.getBytes("/images/5.gif");
            String tag = header(first, "ETag");
            String modified = header(first, "Last-Modified");
            assertTrue(tag.matches("\"[0-9a-f]{16}\""), tag);
            assertEquals("Thu, 01 Jan 2026 00:00:00 GMT", modified);
            assertNotModified(browser.getBytes("/images/5.gif", "If-None-Match", tag), tag);
            assertNotModified(browser.getBytes("/images/5.gif", "If-None-Match", "\"x\", W/" + tag), tag);
            assertNotModified(browser.getBytes("/images/5.gif", "If-None-Match", "*"), tag);
            assertNotModified(browser.getBytes("/images/5.gif", "If-Modified-Since", modified), tag);
            assertEquals(4, bank.stats().notModified());
            assertEquals(200, browser.getBytes("/images/5.gif", "If-None-Match", "\"x\"").statusCode());
            assertEquals(200, browser.getBytes("/images/5.gif", "If-None-Match", "\"x\"", "If-Modified-Since",
                    modified).statusCode());
            assertEquals(200, browser.getBytes("/images/5.gif", "If-Modified-Since",
                    "Wed, 31 Dec 2025 23:59:59 GMT").statusCode());
            assertEquals(200, browser.getBytes("/images/5.gif", "If-Modified-Since", "yesterday").statusCode());
            assertEquals(5, bank.stats().staticImages());
        }
    }

    private static void assertNotModified(HttpResponse<byte[]> response, String tag) {
        assertEquals(304, response.statusCode());
        assertEquals(0, response.body().length);
        assertEquals(tag, header(response, "ETag"));
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElseThrow();
    }
}
