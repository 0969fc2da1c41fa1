package org.eejs.pki.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * A check whether other users than root and the user of this process could change a file. It covers the file, each
 * folder above it, each symbolic link on the way, and likewise the targets of the links. In a folder with the sticky
 * bit, such as /tmp, all may write, but only an owner may replace or remove a file (chmod(1), inode(7)).
 */
public final class GuardedFile {
    private static final int TYPE = 0170000;
    private static final int LINK = 0120000;
    private static final int FOLDER = 0040000;
    private static final int STICKY = 01000;
    private static final int WRITE_BY_OTHERS = 0022;
    private static final int USE_BY_OTHERS = 0077;
    private static final int READ_BY_GROUP = 0040;
    /** The kernel's limit of symbolic links (path_resolution(7)). */
    private static final int MOST_LINKS = 40;

    private GuardedFile() {}

    /** The content of the file. */
    public enum Content {
        /** Others may read it, but not write it. */
        DECIDES,
        /** Only its owner may read it. */
        SECRET,
        /** Its owner may read it, and its group. */
        SECRET_OF_GROUP;

        /** Returns the secret content, readable for the group if that is true; null means false. */
        public static Content secret(Boolean groupReadable) {
            return Boolean.TRUE.equals(groupReadable) ? SECRET_OF_GROUP : SECRET;
        }
    }

    /**
     * Checks a file and the way to it.
     *
     * @return the fault and its remedy, in one line, or null
     */
    public static String fault(Path file, Content content) {
        try {
            return way(file.toAbsolutePath(), content);
        } catch (NoSuchFileException e) {
            return e.getFile() + " does not exist";
        } catch (IOException e) {
            return "checking %s failed: %s".formatted(file, e.getMessage());
        } catch (UnsupportedOperationException e) {
            return "%s is on a system without owners and modes of files, which this program needs".formatted(file);
        }
    }

    private static String way(Path file, Content content) throws IOException {
        Deque<Path> names = new ArrayDeque<>();
        file.forEach(names::add);
        Path at = file.getRoot();
        int links = 0;
        String wrong = place(at, content);
        while (wrong == null && !names.isEmpty()) {
            Path name = names.removeFirst();
            if (name.toString().equals("..")) {
                at = at.getParent() == null ? at : at.getParent();
                continue;
            }
            Path next = at.resolve(name).normalize();
            wrong = place(next, content);
            if ((mode(next) & TYPE) == LINK) {
                if (++links > MOST_LINKS) {
                    return file + " leads through too many symbolic links";
                }
                Path target = Files.readSymbolicLink(next);
                at = target.isAbsolute() ? target.getRoot() : at;
                for (int i = target.getNameCount() - 1; i >= 0; i--) {
                    names.addFirst(target.getName(i));
                }
            } else {
                at = next;
            }
        }
        return wrong;
    }

    private static String place(Path place, Content content) throws IOException {
        Map<String, Object> is = Files.readAttributes(place, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        int mode = (Integer) is.get("mode");
        int owner = (Integer) is.get("uid");
        int user = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        if (owner != 0 && owner != user) {
            return "%s belongs to the user with the number %d; it must belong to root or to this program's user, %d"
                    .formatted(place, owner, user);
        }
        return switch (mode & TYPE) {
            case LINK -> null;
            case FOLDER -> (mode & WRITE_BY_OTHERS) == 0 || (mode & STICKY) != 0 ? null
                    : "others can write the folder %s, and so replace what is in it; run: chmod go-w %s"
                            .formatted(place, place);
            default -> file(place, mode, content);
        };
    }

    private static String file(Path file, int mode, Content content) {
        int refused = switch (content) {
            case DECIDES -> WRITE_BY_OTHERS;
            case SECRET -> USE_BY_OTHERS;
            case SECRET_OF_GROUP -> USE_BY_OTHERS & ~READ_BY_GROUP;
        };
        if ((mode & refused) == 0) {
            return null;
        }
        return switch (content) {
            case DECIDES -> "%s can be written by others; run: chmod go-w %s".formatted(file, file);
            case SECRET -> "%s can be read or written by others; run: chmod 600 %s%s".formatted(file, file,
                    (mode & USE_BY_OTHERS) == READ_BY_GROUP
                            ? ", or write 'groupReadableSecrets: true' if its group may read it" : "");
            case SECRET_OF_GROUP -> "%s can be written by others, or read by others than its group; run: chmod 640 %s"
                    .formatted(file, file);
        };
    }

    private static int mode(Path place) throws IOException {
        return (Integer) Files.getAttribute(place, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }
}
