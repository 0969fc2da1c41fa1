package org.eejs.cli;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Lists the sentences of a source tree that break the project's rules of plain English. It reads Markdown, and comments
 * of YAML files and shell scripts. Of Java files it reads Javadoc, comments, names of types and tests, and the string
 * constants of main code.
 *
 * <p>It needs a JDK only: {@code java cli/src/test/java/org/eejs/cli/PlainEnglish.java FILE-OR-FOLDER ...} prints one
 * line for each finding. Linters of prose such as Vale do not read string constants of Java, and are not on Maven
 * Central; LanguageTool has none of these rules and needs 200 MB.
 */
final class PlainEnglish {
    /** The place of a text, with the number of words that its sentences may have. */
    enum Kind {
        DOCUMENT(28), JAVADOC(28), METHOD_JAVADOC(28), COMMENT(28), REPORT(28), MESSAGE(22), NAME(100);

        private final int longest;

        Kind(int longest) {
            this.longest = longest;
        }
    }

    /** A paragraph, a cell of a table, a string constant, a comment or a name. Lines count from 1. */
    record Text(Path file, int line, Kind kind, String content) {
    }

    /** One broken rule. */
    record Finding(Path file, int line, String rule, String sentence) {
        @Override
        public String toString() {
            return file + ":" + line + ": " + rule + ": " + sentence;
        }
    }

    /** Words that the project does not use, and their replacements. */
    private static final Map<Pattern, String> WORDS = words();
    private static final Pattern RELATIVE_SUBJECT = Pattern.compile(
            "^(what|who|whoever|whatever|whichever|which|where|of which|the same, but|as of)\\b.*[^?]$",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** Words for persons, after which a relative pronoun for persons is right. */
    private static final Pattern PERSON = Pattern.compile("(?i)\\b(users?|people|persons?|readers?|engineers?|teams?|"
            + "customers?|attackers?|developers?|operators?|someone|anyone|everyone|those|clients?|owners?|authors?|"
            + "founders?|strangers?|administrators?|newcomers?|maintainers?|colleagues?|one)[\\w ,]{0,20}$");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?][\"’”)]?)\\s+(?=[\\p{Lu}\"“(§\\d])");
    private static final Pattern ABBREVIATION = Pattern.compile("\\b(e\\.g|i\\.e|vs|etc|Dr|No|Vol|cf|p|pp|L|al)\\.\\s");
    private static final Pattern VERB = Pattern.compile("[A-Z][a-z-]+s\\b.*", Pattern.DOTALL);
    private static final Pattern FIRST_WORD_OF_TYPE =
            Pattern.compile("^(What|Who|When|Where|How|Why|Whether|Which)\\b.*", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("[\\p{L}§][\\p{L}\\d’'§-]*");
    /** The word that replaces code and values in a sentence. */
    private static final String VALUE = "§";

    private PlainEnglish() {
    }

    private static Map<Pattern, String> words() {
        Map<String, String> plain = new LinkedHashMap<>();
        plain.put("beside", "next to, compared with, and");
        plain.put("anew", "again, regenerated");
        plain.put("(whoever|whosoever)", "the process that, which");
        plain.put("so many", "N, that number of");
        plain.put("parted by", "separated by");
        plain.put("dear(er|est|ly)?", "expensive, costly");
        plain.put("of old", "earlier");
        plain.put("surely", "significantly");
        plain.put("in earnest", "in full");
        plain.put("at first sight", "quick");
        plain.put("(?<!-)(stands?|stood|standing)(?!-| ?by\\b| ?alone\\b)", "is, appears in, replaces");
        plain.put("of (its|one[’']s|their|his|her|your|our|my) own", "its own, separate");
        plain.put("(is|are|was|were|be|been) (told|said)", "is reported, shows");
        plain.put("(says?|said)", "shows, reports, states");
        plain.put("(gives?|gave|given|giving) up", "stops");
        plain.put("cannot be", "is not allowed: must be …, or: name who cannot do it");
        plain.put("respectively", "write two sentences");
        plain.put("(?<!stand-|stand |let )alone", "only");
        plain.put("(no|any)body('s|’s)?", "name the one who acts");
        plain.put("(?:has|have|had) (?:the|its|each|a|an) [\\w-]+ (?:draw|choose|start|stop|run|do|make|send|say|read|"
                + "write|take|give|keep|use|look|measure|compile|sign|know|answer|see)", "let, ask or make it do so");
        plain.put("re-?enact(s|ed|ing|ment)?", "inject");
        plain.put("kept (back-end )?connections?", "pooled connections");
        plain.put("of which", "write two sentences");
        Map<Pattern, String> compiled = new LinkedHashMap<>();
        plain.forEach((word, instead) -> compiled.put(
                Pattern.compile("(?<![\\w-])(" + word + ")(?![\\w-])", Pattern.CASE_INSENSITIVE), instead));
        compiled.put(Pattern.compile("\\d %"), "no blank before the per cent sign");
        return compiled;
    }

    /** Prints the findings of the files and folders that are named. Exits with 1 if there are any. */
    public static void main(String[] arguments) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String argument : arguments) {
            try (Stream<Path> found = Files.walk(Path.of(argument))) {
                found.filter(isWritten()).sorted().forEach(files::add);
            }
        }
        List<Finding> findings = findings(files);
        findings.forEach(System.out::println);
        System.exit(findings.isEmpty() ? 0 : 1);
    }

    /** Returns whether people write and read this file; results, builds and rendered examples are left out. */
    static Predicate<Path> isWritten() {
        Pattern left = Pattern.compile(".*/(target|results|node_modules|\\.git|rendering-fixture)/.*");
        Pattern kinds = Pattern.compile(".*\\.(md|java|yaml|yml|sh)|.*/(eejs|verify|Containerfile)");
        return file -> {
            String name = file.toAbsolutePath().normalize().toString();
            return kinds.matcher(name).matches() && !left.matcher(name).matches() && Files.isRegularFile(file);
        };
    }

    /** Returns the findings in these files, in the order of the files. */
    static List<Finding> findings(List<Path> files) throws IOException {
        List<Text> texts = new ArrayList<>();
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(".md")) {
                texts.addAll(markdown(file, Files.readString(file)));
            } else if (!name.endsWith(".java")) {
                texts.addAll(comments(file, Files.readString(file), "#"));
            }
        }
        texts.addAll(java(files.stream().filter(file -> file.toString().endsWith(".java")).toList()));
        return texts.stream().flatMap(text -> findings(text).stream()).collect(Collectors.toList());
    }

    /** Returns what is wrong in one text. */
    static List<Finding> findings(Text text) {
        List<Finding> findings = new ArrayList<>();
        if (text.kind == Kind.NAME) {
            checkWords(text, text.content, findings);
            return findings;
        }
        String flat = ABBREVIATION.matcher(text.content.replaceAll("\\s+", " ").strip()).replaceAll("$1 ");
        if (text.kind == Kind.METHOD_JAVADOC && !flat.isEmpty() && !VERB.matcher(flat).matches()) {
            findings.add(new Finding(text.file, text.line, "Javadoc of a method begins with a verb", flat));
        }
        if (text.kind == Kind.JAVADOC && FIRST_WORD_OF_TYPE.matcher(flat).matches()) {
            findings.add(new Finding(text.file, text.line, "Javadoc begins with a noun phrase", flat));
        }
        if (text.kind == Kind.DOCUMENT && words(flat) > 80) {
            findings.add(new Finding(text.file, text.line, words(flat) + " words in a paragraph, at most 80", flat));
        }
        for (String sentence : SENTENCE_END.split(flat)) {
            int words = words(sentence);
            if (words > text.kind.longest) {
                findings.add(new Finding(text.file, text.line,
                        words + " words, at most " + text.kind.longest, sentence));
            }
            if (words > 3 && RELATIVE_SUBJECT.matcher(sentence).matches()) {
                findings.add(new Finding(text.file, text.line, "begins with a relative clause", sentence));
            }
            checkWords(text, sentence, findings);
        }
        return findings;
    }

    private static void checkWords(Text text, String sentence, List<Finding> findings) {
        WORDS.forEach((word, instead) -> {
            Matcher found = word.matcher(sentence);
            if (found.find()) {
                findings.add(new Finding(text.file, text.line,
                        "\"" + found.group() + "\", instead: " + instead, sentence));
            }
        });
        Matcher who = Pattern.compile("\\bwho(se|m)?\\b").matcher(sentence);
        while (who.find()) {
            if (!who.group().equals("whose") && !PERSON.matcher(sentence.substring(0, who.start())).find()) {
                findings.add(new Finding(text.file, text.line, "\"who\" is for persons", sentence));
            }
        }
    }

    private static int words(String sentence) {
        return (int) WORD.matcher(sentence).results().count();
    }

    /** Returns paragraphs, list items, headings and cells of tables, without code and without generated parts. */
    static List<Text> markdown(Path file, String content) {
        List<Text> texts = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        int start = 1;
        boolean code = false;
        String[] lines = keepLines(content).split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i];
            boolean fence = line.strip().startsWith("```");
            boolean begins = line.isBlank() || fence || code || line.startsWith("    ") && paragraph.isEmpty()
                    || line.matches("\\s*([-*+]|\\d+\\.) .*|#+ .*|\\|.*|> .*");
            if (begins) {
                add(texts, file, start, Kind.DOCUMENT, prose(paragraph.toString()));
                paragraph.setLength(0);
                start = i + 1;
            }
            if (line.isBlank()) {
                continue;
            }
            if (fence) {
                code = !code;
            } else if (code || line.startsWith("    ") && paragraph.isEmpty()) {
                continue;
            } else if (line.startsWith("|")) {
                for (String cell : prose(line).split("\\|")) {
                    add(texts, file, i + 1, Kind.DOCUMENT, cell);
                }
            } else if (line.startsWith("#")) {
                add(texts, file, i + 1, Kind.DOCUMENT, prose(line.replaceFirst("#+ ", "")));
            } else {
                paragraph.append(line.replaceFirst("^\\s*([-*+]|\\d+\\.|>) ", "")).append('\n');
            }
        }
        add(texts, file, start, Kind.DOCUMENT, prose(paragraph.toString()));
        return texts;
    }

    /** Removes HTML comments and keeps the ends of their lines, so that lines keep their numbers. */
    private static String keepLines(String content) {
        return Pattern.compile("(?s)<!--.*?-->").matcher(content)
                .replaceAll(found -> "\n".repeat((int) found.group().chars().filter(c -> c == '\n').count()));
    }

    private static String prose(String markdown) {
        return markdown.replaceAll("(?s)``?[^`]*``?", VALUE).replaceAll("!\\[[^]]*]\\([^)]*\\)", VALUE)
                .replaceAll("(?s)\\[([^]]*)]\\([^)]*\\)", "$1").replaceAll("https?://\\S+", VALUE)
                .replaceAll("(?<!\\w)[*_]+|[*_]+(?!\\w)", "").replaceAll("<[^>]+>", " ");
    }

    /** Returns blocks of comments that begin lines with the given sign. */
    static List<Text> comments(Path file, String content, String sign) {
        List<Text> texts = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        String[] lines = content.split("\n", -1);
        int start = 1;
        for (int i = 0; i <= lines.length; i++) {
            String line = i < lines.length ? lines[i].strip() : "";
            if (line.startsWith(sign) && !line.startsWith("#!") && line.length() > sign.length()) {
                start = block.isEmpty() ? i + 1 : start;
                block.append(line.substring(sign.length()).strip()).append(' ');
            } else {
                add(texts, file, start, Kind.COMMENT, prose(block.toString()));
                block.setLength(0);
            }
        }
        return texts;
    }

    /** Returns the texts of Java files, by the compiler's parser. */
    static List<Text> java(List<Path> files) throws IOException {
        List<Text> texts = new ArrayList<>();
        if (files.isEmpty()) {
            return texts;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, problem -> { }, List.of("-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(files));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                Path file = Path.of(unit.getSourceFile().toUri());
                Path shown = files.stream().filter(each -> each.toAbsolutePath().normalize().equals(file.normalize()))
                        .findFirst().orElse(file);
                new JavaTexts(unit, trees, shown, texts).scan(unit, null);
                texts.addAll(comments(shown, Files.readString(file), "//"));
            }
        }
        return texts;
    }

    private static void add(List<Text> texts, Path file, int line, Kind kind, String content) {
        if (content.strip().contains(" ") || kind == Kind.NAME) {
            texts.add(new Text(file, line, kind, content));
        }
    }

    /** Visits a compilation unit and collects its texts. */
    private static final class JavaTexts extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final DocTrees trees;
        private final Path file;
        private final List<Text> texts;
        private final boolean test;
        private final Kind strings;

        JavaTexts(CompilationUnitTree unit, DocTrees trees, Path file, List<Text> texts) {
            this.unit = unit;
            this.trees = trees;
            this.file = file;
            this.texts = texts;
            String name = file.toAbsolutePath().toString();
            test = name.contains("/src/test/") || name.endsWith("/PlainEnglish.java");
            strings = name.contains("/report/src/main/") ? Kind.REPORT : Kind.MESSAGE;
        }

        @Override
        public Void visitCompilationUnit(CompilationUnitTree tree, Void none) {
            if (file.endsWith("package-info.java") && tree.getPackage() != null) {
                javadoc(new TreePath(new TreePath(tree), tree.getPackage()), Kind.JAVADOC, line(tree.getPackage()));
            }
            return super.visitCompilationUnit(tree, none);
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            javadoc(getCurrentPath(), Kind.JAVADOC, line(tree));
            name(tree.getSimpleName().toString(), tree);
            return super.visitClass(tree, none);
        }

        @Override
        public Void visitMethod(MethodTree tree, Void none) {
            boolean tests = tree.getModifiers().getAnnotations().stream()
                    .anyMatch(each -> each.getAnnotationType().toString().endsWith("Test"));
            javadoc(getCurrentPath(), tests || tree.getReturnType() == null ? Kind.JAVADOC : Kind.METHOD_JAVADOC,
                    line(tree));
            if (tests) {
                name(tree.getName().toString(), tree);
            }
            return super.visitMethod(tree, none);
        }

        @Override
        public Void visitVariable(VariableTree tree, Void none) {
            javadoc(getCurrentPath(), Kind.COMMENT, line(tree));
            return super.visitVariable(tree, none);
        }

        @Override
        public Void visitBinary(BinaryTree tree, Void none) {
            if (tree.getKind() != Tree.Kind.PLUS) {
                return super.visitBinary(tree, none);
            }
            StringBuilder joined = new StringBuilder();
            boolean text = join(tree, joined);
            if (text) {
                string(tree, joined.toString());
                return null;
            }
            return super.visitBinary(tree, none);
        }

        /** Appends the operands of a sum. Returns whether one of them is a string constant. */
        private boolean join(Tree tree, StringBuilder joined) {
            if (tree instanceof BinaryTree && tree.getKind() == Tree.Kind.PLUS) {
                boolean left = join(((BinaryTree) tree).getLeftOperand(), joined);
                return join(((BinaryTree) tree).getRightOperand(), joined) | left;
            }
            if (tree instanceof LiteralTree && ((LiteralTree) tree).getValue() instanceof String) {
                joined.append(((LiteralTree) tree).getValue());
                return true;
            }
            if (!(tree instanceof LiteralTree)) {
                scan(tree, null);
            }
            joined.append(VALUE);
            return false;
        }

        @Override
        public Void visitLiteral(LiteralTree tree, Void none) {
            if (tree.getValue() instanceof String) {
                string(tree, (String) tree.getValue());
            }
            return null;
        }

        private void string(Tree tree, String content) {
            if (!test && content.matches("(?s).*[a-z]{2,} [a-z].*|.*§ [a-z]{2,}.*|.*[a-z]{2,} §.*|.*[A-Z][a-z]+ [a-z§].*")) {
                for (String part : content.split("\n\\s*\n|\n(?=\\s*[-*] )")) {
                    add(texts, file, line(tree), strings, part.replaceAll("%(\\d\\$)?[,.\\d]*[sdfxn]", VALUE)
                            .replaceAll("`[^`]*`|\\{\\{?[^}]*}?}", VALUE));
                }
            }
        }

        private void name(String camelCase, Tree tree) {
            add(texts, file, line(tree), Kind.NAME, camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", " "));
        }

        private void javadoc(TreePath path, Kind kind, int line) {
            String comment = trees.getDocComment(path);
            if (comment == null) {
                return;
            }
            int first = line;
            Kind next = kind;
            for (String part : comment.split("\n\\s*\n|<p>|<li>|<tr>|<t[dh]>|<pre>(?s).*?</pre>|(?m)^\\s*@(param|return|throws|see|since)\\b")) {
                String prose = part.replaceAll("(?s)\\{@(code|value|literal)\\s[^}]*}", VALUE)
                        .replaceAll("(?s)\\{@link(plain)?\\s+[^}\\s]+\\s+([^}]+)}", "$2")
                        .replaceAll("(?s)\\{@link(plain)?\\s[^}]*}", VALUE)
                        .replaceAll("<a [^>]*>|<[^>]+>", "").strip();
                if (!prose.isEmpty()) {
                    if (next == Kind.METHOD_JAVADOC) {
                        texts.add(new Text(file, first, next, prose));
                    } else {
                        add(texts, file, first, next, prose);
                    }
                    next = Kind.COMMENT;
                }
            }
        }

        private int line(Tree tree) {
            return (int) unit.getLineMap().getLineNumber(
                    trees.getSourcePositions().getStartPosition(unit, tree));
        }
    }
}
