package org.eejs.cli;
import picocli.CommandLine.Command;
@Command(name = "compare") final class BenchCompareCommand implements Runnable { public void run() {} }
