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

/** {@code eejs xml}: the cost of XML transactions and XML signatures. */
@Command(name = "xml", sortOptions = false, mixinStandardHelpOptions = true,
        modelTransformer = XmlCommand.OfSettings.class,
        description = {
            "Measures XML transactions and XML signatures: their throughput, and the processor time of each.", "",
            "JMH measures one kind of transaction on one document in memory, without files or think time, in "
            + "forks. Each fork checks the outcome of its transactions first. The cells of a study are measured in "
            + "rounds, in random order; ratios compare cells of the same round.", "",
            "--transaction and the options after it replace the choice of the study. Without --study, all "
            + "combinations of these options are measured.", ""},
        footer = {"",
            "Studies: transactions (default), parsers, threads, jvm-options, large-pages, signatures. slides repeats "
            + "the plots and figures of JavaOne 2006: threads, jvm-options, large-pages and signatures. "
            + "See --list."})
final class XmlCommand implements Callable<Integer> {
    /** The options that accept several values: all except the seed. */
    private static final List<Setting<?>> VARIED = TransactionSettings.ALL.stream()
            .filter(setting -> setting != TransactionSettings.SEED).toList();

    /** Adds the options of the settings to the command. */
    static final class OfSettings implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            SettingOptions.addSeveral(command, VARIED);
            return command;
        }
    }

    @Option(names = "--study", split = ",", paramLabel = "NAME", order = -3,
            description = "Studies to run, for example parsers,threads (default: transactions).")
    private List<String> studies = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the generated documents (default: 1).")
    private Long seed;

    @Option(names = "--rounds", paramLabel = "N",
            description = "Number of forks per cell (default: 3; with --quick 1).")
    private Integer rounds;

    @Option(names = "--warm-up", paramLabel = "SECONDS",
            description = "Warm-up of a fork in seconds (default: 6; with --quick 1.2); twice as long if threads "
                    + "take all processors.")
    private Double warmUp;

    @Option(names = "--steady", paramLabel = "SECONDS",
            description = "Measured seconds of a fork after its warm-up (default: 2.5; with --quick 0.8).")
    private Double steady;

    @Option(names = "--profile", paramLabel = "WHAT",
            description = "cpu draws a flame graph of each cell, which costs time: do not compare these figures with "
                    + "others (default: off).")
    private String profile;

    @Option(names = "--quick",
            description = "A quick look of one or two minutes. Without it, a study takes 3 to 30 minutes.")
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

    /** Returns the arguments without those for the place and the display of results. */
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
