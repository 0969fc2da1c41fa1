package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import javax.imageio.ImageIO;
import org.eejs.bank.images.GifCatalogue;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
    private static final Customer CUSTOMER = new Customer(4_711);

    private static TestBank bank;

    @BeforeAll
    static void open() throws Exception {
        bank = TestBank.start();
    }

    @AfterAll
    static void close() {
        bank.close();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = {"CHECK_IMAGE_FRONT", "CHECK_IMAGE_BACK"})
    void showsWhatTheWorkloadPrescribes(Page page) throws Exception {
        for (int id : new int[] {0, 58, 99_999_999}) {
            Customer customer = new Customer(id);
            Browser browser = Browser.loggedIn(bank.address, customer);
            PageRequest request = PageRequest.draw(page, customer, id % 10, new Random(id));
            long before = bank.stats().pages();
            HttpResponse<String> response = browser.ask(request);
            String html = response.body();
            assertEquals(200, response.statusCode());
            assertEquals(before + 1, bank.stats().pages());
            assertEquals("text/html;charset=UTF-8", response.headers().firstValue("Content-Type").orElseThrow());
            assertEquals("no-store", response.headers().firstValue("Cache-Control").orElseThrow());
            assertEquals(page.bytes(), response.headers().firstValueAsLong("Content-Length").orElseThrow());
            assertEquals(page.bytes(), html.getBytes(StandardCharsets.UTF_8).length);
            assertTrue(html.endsWith(PageRequest.endMarker(page)));
            String top = html.substring(0, Math.min(html.length(), 4_096));
            assertTrue(top.contains("<title>" + page.title() + "</title>"), top);
            assertTrue(top.contains(PageRequest.customerLine(customer.number(), customer.checkingAccount())), top);
            String evidence = request.evidence();
            assertTrue(!evidence.isEmpty() && top.contains(evidence), () -> evidence + " is not in " + top);
            Arrays.stream(page.images()).mapToObj(StaticImage::byId).forEach(image ->
                    assertTrue(html.contains("<img src=\"" + image.path() + "\" alt=\""), image.path()));
            PageGraph.next(page).stream().map(PageGraph.Transition::to).forEach(next ->
                    assertTrue(html.contains("\"" + next.path()), next.path()));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CHECK_IMAGE_FRONT", "CHECK_IMAGE_BACK"})
    void servesThePicturesOfChecks(Page page) throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        for (int number = 0; number < CheckImage.COUNT; number++) {
            CheckImage image = new CheckImage(page == Page.CHECK_IMAGE_FRONT, number);
            HttpResponse<byte[]> response =
                    browser.getBytes(PageRequest.draw(page, CUSTOMER, number, new Random(1)).target());
            assertEquals(200, response.statusCode());
            assertEquals("image/gif", response.headers().firstValue("Content-Type").orElseThrow());
            assertTrue(response.headers().firstValue("ETag").isEmpty());
            assertEquals(image.bytes(), response.body().length);
            assertTrue(ImageIO.read(new ByteArrayInputStream(response.body())).getWidth() > 50);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "LOGIN")
    void sendsThoseWithoutSessionToTheLogin(Page page) throws Exception {
        Browser browser = new Browser(bank.address);
        HttpResponse<String> response = browser.ask(PageRequest.draw(page, CUSTOMER, 1, new Random(1)));
        assertEquals(302, response.statusCode());
        assertEquals("/bank/login", response.headers().firstValue("Location").orElseThrow());
        assertTrue(response.headers().firstValue("Set-Cookie").isEmpty());
    }

    @Test
    void asksTheBackEndAsOftenAsTheWorkloadPrescribes() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        RandomGenerator random = new Random(3);
        for (Page page : Page.values()) {
            long before = bank.backEndStats().calls();
            browser.ask(PageRequest.draw(page, CUSTOMER, 1, random));
            int expected = switch (page) {
                case LOGIN -> 2;
                case ADD_PAYEE, LOGOUT -> 0;
                default -> 1;
            };
            assertEquals(expected, bank.backEndStats().calls() - before, page.id());
            if (page == Page.LOGOUT) {
                browser.logIn(CUSTOMER.id(), CUSTOMER.password());
            }
        }
    }

    @Test
    void paysSeveralPayeesByACallEach() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        long before = bank.backEndStats().calls();
        HttpResponse<String> response = browser.post(Page.QUICK_PAY.path(),
                "payee=City+Water&payee=Oak+Insurance&payee=A+%26+B&date=20260115&cents=123456");
        assertEquals(200, response.statusCode());
        assertEquals(3, bank.backEndStats().calls() - before);
        assertEquals(4, response.body().split("1,234.56", -1).length);
        assertTrue(response.body().contains("A &amp; B"));
    }

    @Test
    void escapesWhatCustomersType() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        HttpResponse<String> response = browser.post(Page.POST_PAYEE.path(), "payee=%3Cscript%3E&name=%22%C3%A4&street"
                + "=s&city=c&state=s&zip=z&phone=p");
        assertEquals(200, response.statusCode());
        assertTrue(response.body().contains("&lt;script&gt;"));
        assertEquals(Page.POST_PAYEE.bytes(), response.body().getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void fitsTheLongestThatCustomersCanType() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        String longest = "%3C".repeat(100);
        String payees = ("payee=" + longest + "&").repeat(20);
        HttpResponse<String> paid = browser.post(Page.QUICK_PAY.path(), payees + "date=20260115&cents=1");
        assertEquals(200, paid.statusCode());
        HttpResponse<String> changed = browser.post(Page.CHANGE_PROFILE.path(), "street=%1$s&city=%1$s&state=%1$s&zip"
                .replace("%1$s", longest) + "=" + longest + "&email=" + longest + "&phone=" + longest);
        assertEquals(200, changed.statusCode());
        HttpResponse<String> saved = browser.post(Page.POST_PAYEE.path(), "payee=" + longest + "&name=" + longest
                + "&street=s&city=c&state=s&zip=z&phone=p");
        assertEquals(200, saved.statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bank/check_detail_html", "/bank/check_detail_html?check=10",
        "/bank/check_image_front?check=-1", "/bank/check_image_back?check=x",
        "/bank/bill_pay_status_output?start=20260101", "/bank/bill_pay_status_output?start=20260102&end=20260101",
        "/bank/bill_pay_status_output?start=20261301&end=20261302"})
    void refusesBadQueries(String target) throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        long calls = bank.stats().backEndCalls();
        HttpResponse<String> response = browser.get(target);
        assertEquals(400, response.statusCode());
        assertTrue(response.body().contains("Parameter"), response.body());
        assertEquals(calls, bank.stats().backEndCalls());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bank/quick_pay date=20260115&cents=1", "/bank/quick_pay payee=x&date=20260115&cents=0",
        "/bank/post_transfer from=0000002058&to=0000002058&cents=1&date=20260115",
        "/bank/place_check_order account=1&date=20260115&number=1", "/bank/post_payee payee=x",
        "/bank/post_payee payee=x%0Ay&name=n&street=s&city=c&state=s&zip=z&phone=p"})
    void refusesBadForms(String request) throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        String[] parts = request.split(" ");
        HttpResponse<String> response = browser.post(parts[0], parts[1]);
        assertEquals(400, response.statusCode());
        assertTrue(response.body().contains("Parameter"), response.body());
    }

    @Test
    void refusesWrongMethodsAndUnknownPages() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        HttpResponse<String> get = browser.get("/bank/quick_pay");
        assertEquals(405, get.statusCode());
        assertEquals("POST", get.headers().firstValue("Allow").orElseThrow());
        assertEquals(405, browser.post("/bank/bill_pay", "").statusCode());
        assertEquals(405, browser.send("DELETE", "/bank/login", "").statusCode());
        assertEquals(404, browser.get("/bank/nothing").statusCode());
        assertEquals(404, browser.get("/").statusCode());
        assertEquals(404, browser.get("/images/40.gif").statusCode());
    }

    @Test
    void servesTheCheckThatTheBackEndNames() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        assertArrayEquals(new GifCatalogue().check("CIF000003"),
                browser.getBytes("/bank/check_image_front?check=3").body());
    }
}
