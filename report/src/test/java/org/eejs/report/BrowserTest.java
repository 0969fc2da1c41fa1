package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.eejs.result.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The report in a real browser: charts are drawn, there are no errors, and nothing is wider than the window. */
@Execution(ExecutionMode.CONCURRENT)
class BrowserTest {
    // No browser window is narrower than 500 px, but a frame can be.
    private static final String FRAME = """
            <!DOCTYPE html><title>frame</title><iframe src="report.html" style="width:%dpx;height:900px"></iframe>
            <script>
            addEventListener('load', () => {
                const report = document.querySelector('iframe').contentDocument.documentElement;
                document.body.dataset.inside = report.clientWidth + '/' + report.dataset.overflow + '/'
                    + report.dataset.charts;
            });
            </script>
            """;

    @TempDir
    private Path folder;
    private Chromium chromium;

    @BeforeEach
    void prepare() {
        chromium = new Chromium(folder);
    }

    @Test
    void aValidRun() throws Exception {
        assertDrawn(5, GoldenFilesTest.recorded());
    }

    @Test
    @Tag("long")
    void aRunWithFailures() throws Exception {
        assertDrawn(5, RenderingFixture.slow());
    }

    @Test
    @Tag("long")
    void anInvalidRun() throws Exception {
        assertDrawn(5, RenderingFixture.invalid());
    }

    @Test
    @Tag("long")
    void aRunWithoutData() throws Exception {
        assertDrawn(0, RenderingFixture.empty());
    }

    @Test
    void severalRunsWhoseTextsTryToGetIn() throws Exception {
        assertDrawn(16, HostileData.result(), RenderingFixture.empty(), RenderingFixture.slow(),
                RenderingFixture.valid());
    }

    @Test
    @Tag("long")
    void runsWithoutDataSideBySide() throws Exception {
        assertDrawn(0, RenderingFixture.empty(), RenderingFixture.empty());
    }

    @Test
    @Tag("long")
    void aComparison() throws Exception {
        // Five figures of five configurations; B is the baseline, and F with its two runs has no interval.
        assertEquals(5 * 4, whiskers(assertDrawn(2, ComparisonFixture.six())));
    }

    @Test
    @Tag("long")
    void aComparisonOfTwo() throws Exception {
        assertEquals(5, whiskers(assertDrawn(2, ComparisonFixture.of("E"))));
    }

    @Test
    @Tag("long")
    void aFigureThatWasNotDecidedNeitherLeadsNorHidesTheOthers() throws Exception {
        Result decided = ComparisonFixture.of("E");
        List<Result.Comparison> comparisons = decided.comparisons().stream().map(each -> !each.figure().equals(
                "responseTimeMs.mean") ? each : new Result.Comparison(each.figure(), each.cell(), each.baseline(), 2.66,
                List.of(0.8, 5.4), "inconclusive", 5, each.baselineMean(), 2.66 * each.baselineMean(), null)).toList();
        write(Result.of(decided.command(), decided.startedAt(), decided.settings(), decided.disclosure(),
                decided.procedure(), decided.configurations(), decided.observations(), comparisons, null, null));
        Path frame = Files.writeString(folder.resolve("frame.html"), """
                <!DOCTYPE html><title>frame</title><iframe src="report.html" style="width:1280px;height:900px"></iframe>
                <script>
                addEventListener('load', () => {
                    const report = document.querySelector('iframe').contentWindow;
                    const element = report.document.querySelector('.chart.relative');
                    const {series, yAxis} = report.echarts.getInstanceByDom(element).getOption();
                    const opacity = index => series[index].data[0].itemStyle.opacity;
                    document.body.dataset.inside = [series[0].name, opacity(0), series[1].name, opacity(1),
                        yAxis[0].max < 50, element.textContent.includes('×2.66')].join('#');
                });
                </script>
                """);
        Chromium.Opened page = chromium.open(frame, 1300, "--allow-file-access-from-files");
        assertEquals(List.of(), page.console());
        assertEquals("Application CPU per page ↓ (metric)#1#Mean response time ↓#0.3#true#true",
                page.dom().replaceAll("(?s).*data-inside=\"([^\"]*)\".*", "$1"));
    }

    @Test
    @Tag("long")
    void aComparisonWithoutRuns() throws Exception {
        assertDrawn(0, ComparisonFixture.begun());
    }

    @Test
    @Tag("long")
    void aCapacity() throws Exception {
        assertEquals(2, whiskers(assertDrawn(3, CapacityFixture.two())));
    }

    @Test
    @Tag("long")
    void aCapacityOfArrivals() throws Exception {
        assertEquals(2, whiskers(assertDrawn(3, CapacityFixture.open())));
    }

    @Test
    @Tag("long")
    void experimentsWhoseTextsTryToGetIn() throws Exception {
        assertDrawn(2, HostileData.comparison());
        assertDrawn(2, HostileData.capacity());
    }

    @Test
    @Tag("long")
    void aComparisonNextToOtherResults() throws Exception {
        assertDrawn(2 + 3 + 6, ComparisonFixture.of("E"), CapacityFixture.two(), RenderingFixture.valid());
    }

    @Test
    @Tag("long")
    void remoteKeys() throws Exception {
        // For each operation the throughput, and the latency of each curve in two scales.
        assertDrawn(3 * (1 + 2 * 3) + 1 + 2, RemoteKeyFixture.full());
        assertEquals("390/0/24", framed(390, RemoteKeyFixture.full()));
    }

    @Test
    @Tag("long")
    void remoteKeysInOtherCases() throws Exception {
        assertDrawn(0, RemoteKeyFixture.empty());
        assertDrawn(1 + 2, RemoteKeyFixture.hostile());
    }

    @Test
    @Tag("long")
    void aReproduction() throws Exception {
        assertDrawn(0, ReproductionFixture.result());
    }

    @Test
    @Tag("long")
    void experimentsOnAPhone() throws Exception {
        assertEquals("390/0/2", framed(390, ComparisonFixture.six()));
        assertEquals("390/0/3", framed(390, CapacityFixture.two()));
    }

    @Test
    @Tag("long")
    void primitives() throws Exception {
        // Two algorithms on two JDKs, by size and by threads; charts of decryption are folded.
        Chromium.Opened page = assertOpened(2 * 4, BenchFixture.full());
        assertEquals(2 * 8, charts(page.dom()).size());
        assertEquals(2 * 4, charts(page.dom()).stream().filter(chart -> chart.contains("<path")).count());
    }

    @Test
    void aClickUnfoldsAndDraws() throws Exception {
        write(BenchFixture.full());
        Path frame = Files.writeString(folder.resolve("frame.html"), """
                <!DOCTYPE html><title>frame</title><iframe src="report.html" style="width:1280px;height:900px"></iframe>
                <script>
                addEventListener('load', () => {
                    const report = document.querySelector('iframe').contentDocument;
                    report.querySelectorAll('details.chart-title > summary').forEach(summary => summary.click());
                    setTimeout(() => {
                        document.body.dataset.inside = report.documentElement.dataset.charts + '/'
                            + [...report.querySelectorAll('[data-chart]')].filter(each => each.querySelector('path'))
                                .length;
                    }, 500);
                });
                </script>
                """);
        Chromium.Opened page = chromium.open(frame, 1300, "--allow-file-access-from-files");
        assertEquals(List.of(), page.console());
        assertEquals("16/16", page.dom().replaceAll("(?s).*data-inside=\"([^\"]*)\".*", "$1"));
    }

    @Test
    @Tag("long")
    void aPointTellsItsFigureAndNamesStayText() throws Exception {
        write(BenchFixture.full(), BenchFixture.hostile());
        Path frame = Files.writeString(folder.resolve("frame.html"), """
                <!DOCTYPE html><title>frame</title><iframe src="report.html" style="width:1280px;height:900px"></iframe>
                <script>
                addEventListener('load', () => {
                    const report = document.querySelector('iframe').contentWindow;
                    const tip = (section, index, dataIndex) => {
                        const element = report.document.querySelector(
                            `[data-run="${section}"][data-index="${index}"]`);
                        report.echarts.getInstanceByDom(element).dispatchAction(
                            {type: 'showTip', seriesIndex: 2, dataIndex});
                        return element.lastElementChild.textContent;
                    };
                    document.body.dataset.inside = [tip('bench-1', 0, 2), tip('bench-1', 8, 1),
                        tip('bench-2', 0, 2)].join('#');
                });
                </script>
                """);
        Chromium.Opened page = chromium.open(frame, 1300, "--allow-file-access-from-files");
        assertEquals(List.of(), page.console());
        String[] tips = page.dom().replaceAll("(?s).*data-inside=\"([^\"]*)\".*", "$1").replace("&nbsp;", " ")
                .replace('\u00a0', ' ').split("#");
        assertTrue(tips[0].startsWith("1 KiB● OpenSSL 3.0.17 8.02 GB/s● SunJCE 3.10 GB/s ("), tips[0]);
        assertTrue(tips[0].contains("ACCP 2.21 GB/s (") && tips[0].contains("28% of native"), tips[0]);
        assertTrue(tips[1].startsWith("2 threads● "), tips[1]);
        assertTrue(tips[1].contains("SunPKCS11-NSS 0.8"), tips[1]);
        assertTrue(tips[2].contains("ACCP|* </script>") || tips[2].contains("ACCP|* &lt;/script&gt;"), tips[2]);
    }

    @Test
    @Tag("long")
    void whatTheBankUsedLiesOnEachOtherUpToItsSum() throws Exception {
        write(RenderingFixture.valid());
        Path frame = Files.writeString(folder.resolve("frame.html"), """
                <!DOCTYPE html><title>frame</title><iframe src="report.html" style="width:1280px;height:900px"></iframe>
                <script>
                addEventListener('load', () => {
                    const report = document.querySelector('iframe').contentWindow;
                    const element = report.document.querySelector('.chart.cpuTime');
                    const chart = report.echarts.getInstanceByDom(element);
                    const top = chart.getModel().getSeriesByIndex(3).getData();
                    const sum = top.get(top.getCalculationInfo('stackResultDimension'), 30);
                    chart.dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: 30});
                    document.body.dataset.inside = [sum.toFixed(3), element.lastElementChild.innerText
                        .replace(/[\\s●]+/g, ' ')].join('#');
                });
                </script>
                """);
        Chromium.Opened page = chromium.open(frame, 1300, "--allow-file-access-from-files");
        assertEquals(List.of(), page.console());
        String[] found = page.dom().replaceAll("(?s).*data-inside=\"([^\"]*)\".*", "$1").split("#");
        Result.Second second = RenderingFixture.valid().observations().get(0).evidence().everySecond().get(30);
        assertEquals("%.3f".formatted(second.bankCpu()), found[0]);
        assertTrue(found[1].matches("second 30, .* Bank " + figure(second.bankCpu()) + " its application "
                + figure(second.bankCpu() - second.bankJitCpu() - second.bankGcCpu()) + " its GC "
                + figure(second.bankGcCpu()) + " its JIT compiler " + figure(second.bankJitCpu()) + " Back end .*"),
                found[1]);
    }

    private static String figure(double value) {
        return String.valueOf(new BigDecimal(value).round(new MathContext(3)).doubleValue());
    }

    @Test
    @Tag("long")
    void primitivesInOtherCases() throws Exception {
        assertOpened(4 + 8 + 5, BenchFixture.clean(), BenchFixture.hostile(), BenchFixture.empty(),
                RenderingFixture.valid(), BenchFixture.compared());
    }

    @Test
    @Tag("long")
    void primitivesOnAPhone() throws Exception {
        assertEquals("380/0/16", framed(380, BenchFixture.full(), BenchFixture.hostile(), BenchFixture.compared()));
    }

    private Chromium.Opened assertOpened(int drawn, Result... results) throws IOException, InterruptedException {
        Chromium.Opened page = chromium.open(write(results), 1280);
        assertEquals(List.of(), page.console());
        assertEquals(String.valueOf(drawn), page.dom().replaceAll("(?s).*data-charts=\"(\\d+)\".*", "$1"));
        assertTrue(page.dom().contains("data-overflow=\"0\""), "nothing is wider than the window");
        return page;
    }

    private static List<String> charts(String dom) {
        return Arrays.stream(dom.replaceAll("(?s)<script.*?</script>", "").split("data-chart=")).skip(1).toList();
    }

    // Each whisker is three strokes of a thin line in the foreground colour of charts.
    private static int whiskers(Chromium.Opened page) {
        return Pattern.compile("<path d=\"([^\"]*)\"[^>]*stroke-width=\"1.3\"").matcher(page.dom()).results()
                .mapToInt(path -> path.group(1).split("M", -1).length - 1).sum() / 3;
    }

    @Test
    @Tag("long")
    void aPhone() throws Exception {
        assertEquals("390/0/11", framed(390, HostileData.result(), RenderingFixture.slow()));
    }

    private Chromium.Opened assertDrawn(int charts, Result... results) throws IOException, InterruptedException {
        Chromium.Opened page = chromium.open(write(results), 1280);
        assertEquals(List.of(), page.console());
        assertTrue(page.dom().contains("data-charts=\"" + charts + "\""), "the script came to its end");
        assertTrue(page.dom().contains("data-overflow=\"0\""), "nothing is wider than the window");
        String[] containers = page.dom().replaceAll("(?s)<script.*?</script>", "").split("data-chart=");
        assertEquals(charts, containers.length - 1);
        Arrays.stream(containers).skip(1).forEach(container -> {
            String name = container.substring(0, container.indexOf(' '));
            assertTrue(container.contains("<svg"), name);
            assertTrue(container.contains("<path"), name);
        });
        return page;
    }

    private String framed(int width, Result... results) throws IOException, InterruptedException {
        write(results);
        Path frame = Files.writeString(folder.resolve("frame.html"), FRAME.formatted(width));
        Chromium.Opened page = chromium.open(frame, 1280, "--allow-file-access-from-files");
        assertEquals(List.of(), page.console());
        return page.dom().replaceAll("(?s).*data-inside=\"([^\"]*)\".*", "$1");
    }

    private Path write(Result... results) throws IOException {
        Report.write(List.of(results), folder);
        return folder.resolve("report.html");
    }
}
