package org.eejs.result;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/** The Javadoc of records and their components in this module's sources. */
final class JavadocOfResults {
    private final Map<String, String> texts = new HashMap<>();

    JavadocOfResults(Path sources) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null); var paths = Files.walk(sources)) {
            var java = files.getJavaFileObjectsFromPaths(paths.filter(path -> path.toString().endsWith(".java"))
                    .toList());
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of(), null, java);
            DocTrees trees = DocTrees.instance(task);
            TreePathScanner<Void, String> scanner = new TreePathScanner<>() {
                @Override
                public Void visitClass(ClassTree type, String outer) {
                    String name = outer + type.getSimpleName();
                    DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
                    if (comment != null) {
                        keep(name, comment);
                    }
                    return super.visitClass(type, name + "$");
                }
            };
            for (var file : task.parse()) {
                scanner.scan(file, file.getPackageName() + ".");
            }
        }
    }

    private void keep(String name, DocCommentTree comment) {
        texts.put(name, text(comment.getFullBody()));
        for (DocTree tag : comment.getBlockTags()) {
            if (tag instanceof ParamTree component) {
                texts.put(name + "#" + component.getName(), text(component.getDescription()));
            }
        }
    }

    private static String text(List<? extends DocTree> parts) {
        return parts.stream().map(part -> part instanceof LiteralTree literal ? literal.getBody().getBody()
                : part instanceof LinkTree link ? link.getReference().getSignature().replaceFirst("^#", "")
                : part.toString()).collect(Collectors.joining()).replaceAll("\\s+", " ");
    }

    /** Returns the Javadoc of a type; empty for none. */
    String of(Class<?> type) {
        return texts.getOrDefault(type.getName(), "");
    }

    /** Returns the Javadoc of a record's component; empty for none. */
    String of(Class<?> type, String component) {
        return texts.getOrDefault(type.getName() + "#" + component, "");
    }
}
