package org.eejs.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eejs.banking.settings.Setting;
import org.eejs.bench.xml.XmlCampaign;
import org.eejs.bench.xml.XmlChoice;
import org.eejs.bench.xml.XmlRequest;
import org.eejs.lab.settings.TransactionSettings;
import org.eejs.role.SettingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eejs xml}: what XML transactions and XML signatures cost. */
@Command(name = "xml", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = XmlCommand.OfSettings.class,
        description = {
            "Measures what XML transactions and XML signatures cost: how many a second, and how much processor time "
            + "each takes.", "",
            "JMH measures one kind of transaction on one document in memory, without file or think time, in forks of "
            + "their own. Each fork checks the outcome of its transactions before it measures. Cells of a study are "
            + "measured in rounds, in an order reshuffled each time; ratios are of rounds side by side.", "",
            "What is chosen by --transaction and the options after it takes the place of what a study would take; "
            + "without --study, everything chosen is measured with everything else chosen.", ""},
        footer = {"",
            "Studies: transactions (default), parsers, threads, jvm-options, large-pages, signatures; slides measures "
            + "the plots and figures of JavaOne 2006 again: threads, jvm-options, large-pages and signatures. "
            + "--list says more."})
final class XmlCommand implements Callable<Integer> {
    /** What several values can be given of; all but the seed. */
    private static final List<Setting<?>> VARIED = TransactionSettings.ALL.stream()
            .filter(setting -> setting != TransactionSettings.SEED).toList();

    /** Gives the command the options of the settings. */
    static final class OfSettings implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            SettingOptions.addSeveral(command, VARIED);
            return command;
        }
    }

    @Option(names = "--study", split = ",", paramLabel = "NAME", order = -3,
            description = "What to find out, for example parsers,threads (default: transactions).")
    private List<String> studies = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the generated documents (default: 1).")
    private Long seed;

    @Option(names = "--rounds", paramLabel = "N",
            description = "How many forks measure each cell (default: 3; with --quick 1).")
    private Integer rounds;

    @Option(names = "--warm-up", paramLabel = "SECONDS",
            description = "How long a fork performs transactions that do not count (default: 6; with --quick 1.2); "
                    + "twice as long where threads take all processors.")
    private Double warmUp;

    @Option(names = "--steady", paramLabel = "SECONDS",
            description = "How long it then performs those that count (default: 2.5; with --quick 0.8).")
    private Double steady;

    @Option(names = "--profile", paramLabel = "WHAT",
            description = "cpu draws a flame graph of each cell, which costs time: do not compare its figures with "
                    + "others (default: off).")
    private String profile;

    @Option(names = "--quick", description = "A first look of a minute or two; else a study takes 3 to 30 minutes.")
    private boolean quick;

    @Option(names = "--list", description = "Show studies, transactions, libraries, documents and keys, and exit.")
    private boolean list;

    @Mixin
    private final Measurement measurement = new Measurement(false);

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (list) {
            XmlRequest.printNames(System.out);
            return Eejs.DONE;
        }
        XmlRequest request = new XmlRequest(studies, new XmlChoice(SettingOptions.several(spec, VARIED)), seed,
                rounds, warmUp, steady, profile, quick, arguments());
        XmlCampaign campaign = new XmlCampaign(request.plan(), measurement.progress(), measurement.abort());
        return measurement.carryOut(XmlRequest.COMMAND, directory -> campaign.run(Home.places(directory)),
                BenchCommand::isGood);
    }

    /** Returns what was said, but for where results go and how they are shown. */
    private List<String> arguments() {
        List<String> words = new ArrayList<>();
        List<String> said = spec.commandLine().getParseResult().originalArgs();
        for (int i = said.indexOf(XmlRequest.COMMAND) + 1; i < said.size(); i++) {
            String word = said.get(i);
            if (word.equals("--out")) {
                i++;
            } else if (!word.startsWith("--out=") && !word.equals("--json")
                    && !word.equals("--readable-by-others")) {
                words.add(word);
            }
        }
        return words;
    }
}
