import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.eejs.banking.CheckImage;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;
import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;
import org.eejs.banking.Walks;

/**
 * Prints the users of the bank as scenarios of a service of one's own, in JSON, which is YAML, too:
 * {@code BankScenarios ETAGS}, a file with a line {@code PATH ETAG} for each image. Each scenario is the walk of one
 * customer as the bank's own driver would have sent it; of many sets of walks it is the one whose mix of pages is
 * nearest to the expected one, since scenarios are drawn again and again.
 */
public final class BankScenarios {
    /** As many logins as six decks of cards have, so that what follows them is as often as it should be. */
    private static final int SCENARIOS = 150;
    private static final int SETS = 2_000;

    private final Map<String, String> etags = new HashMap<>();
    private final SplittableRandom random = new SplittableRandom(1);
    /** How often each image should have been cached so far, and a part that makes a beginning. */
    private final Map<StaticImage, Double> asked = new HashMap<>();

    private BankScenarios(Path etags) throws Exception {
        Files.readAllLines(etags).stream().map(line -> line.split(" ", 2))
                .forEach(line -> this.etags.put(line[0], line[1]));
    }

    public static void main(String... words) throws Exception {
        BankScenarios scenarios = new BankScenarios(Path.of(words[0]));
        List<List<Page>> walks = LongStream.range(0, SETS).mapToObj(BankScenarios::walks)
                .min(Comparator.comparingDouble(BankScenarios::error)).orElseThrow();
        System.err.printf("pages: %d; shares off by %.2f %% of all pages together%n",
                walks.stream().mapToInt(List::size).sum(), 100 * error(walks));
        List<Object> all = new ArrayList<>();
        for (List<Page> walk : walks) {
            all.add(scenarios.scenario(all.size() + 1, walk));
        }
        System.out.println(new ObjectMapper().writeValueAsString(all));
    }

    private static List<List<Page>> walks(long seed) {
        Walks walks = new Walks(seed);
        return IntStream.range(0, SCENARIOS).mapToObj(number -> walks.next()).toList();
    }

    /** How far the shares of the pages are from the expected ones, and the number of pages from the expected one. */
    private static double error(List<List<Page>> walks) {
        Map<Page, Long> counted = walks.stream().flatMap(List::stream)
                .collect(Collectors.groupingBy(page -> page, Collectors.counting()));
        double pages = counted.values().stream().mapToLong(Long::longValue).sum();
        return PageGraph.expectedMix().entrySet().stream()
                .mapToDouble(page -> Math.abs(counted.getOrDefault(page.getKey(), 0L) / pages - page.getValue())).sum()
                + Math.abs(pages / SCENARIOS / PageGraph.pagesPerSession() - 1);
    }

    private Object scenario(int number, List<Page> walk) {
        Customer customer = new Customer(1 + random.nextInt(1_000_000));
        int check = random.nextInt(CheckImage.COUNT);
        List<Object> steps = new ArrayList<>();
        for (int i = 0; i < walk.size(); i++) {
            // Steps of a scenario have names of their own.
            int times = Collections.frequency(walk.subList(0, i + 1), walk.get(i));
            steps.add(step(walk.get(i).id() + (times == 1 ? "" : " " + times), i == 0, check,
                    PageRequest.draw(walk.get(i), customer, check, random)));
        }
        return of("name", "walk " + number, "weight", 1, "steps", steps);
    }

    private Object step(String name, boolean isFirst, int check, PageRequest request) {
        Map<String, Object> step = of("name", name);
        // The bank's users come at once when others have gone.
        if (request.page().isCheckImage() || isFirst) {
            step.put("think", "0s");
        }
        step.put(request.page().sendsForm() ? "post" : "get", request.target());
        Map<String, Object> headers = of("User-Agent", "EEJS", "Accept", "*/*");
        if (request.page().sendsForm()) {
            headers.put("Content-Type", "application/x-www-form-urlencoded");
            step.put("body", request.encodedParameters());
        }
        step.put("headers", headers);
        step.put("check", check(request, check));
        if (request.page().images().length > 0) {
            step.put("together", IntStream.of(request.page().images()).mapToObj(StaticImage::byId).map(this::image)
                    .toList());
        }
        return step;
    }

    /** As the driver checks it: length, title, customer, evidence and end, in this order. */
    private static Object check(PageRequest request, int check) {
        if (request.page().isCheckImage()) {
            return ofLength(new CheckImage(request.page() == Page.CHECK_IMAGE_FRONT, check).bytes());
        }
        Customer customer = request.customer();
        Map<String, Object> checks = ofLength(request.page().bytes());
        checks.put("regex", "(?s)" + List.of("<title>" + request.page().title() + "</title>",
                PageRequest.customerLine(customer.number(), customer.checkingAccount()), request.evidence(),
                PageRequest.endMarker(request.page()).strip()).stream().map(Pattern::quote)
                .collect(Collectors.joining(".*?")));
        return checks;
    }

    private static Map<String, Object> ofLength(int bytes) {
        return of("status", 200, "header", of("Content-Length", String.valueOf(bytes)));
    }

    private Object image(StaticImage image) {
        Map<String, Object> headers = of("User-Agent", "EEJS", "Accept", "*/*");
        // Dealt out evenly: by chance a few hundred pages would have a twentieth more or less of them.
        double before = asked.getOrDefault(image, random.nextDouble());
        asked.put(image, before + image.cachedFraction());
        if (Math.floor(before + image.cachedFraction()) > Math.floor(before)) {
            headers.put("If-None-Match", etags.get(image.path()));
            return of("get", image.path(), "headers", headers, "check", of("status", "200,304"));
        }
        return of("get", image.path(), "headers", headers, "check", ofLength(image.bytes()));
    }

    private static Map<String, Object> of(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
