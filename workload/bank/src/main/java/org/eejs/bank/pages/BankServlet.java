package org.eejs.bank.pages;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eejs.bank.backend.BackEnd;
import org.eejs.bank.backend.BackEndException;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;

/** The servlet of the pages, each of exactly its size. Thread-safe. */
public final class BankServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final String HTML = "text/html;charset=UTF-8";

    private final AddedWork added = AddedWork.asTold();
    private final transient TemplateEngine templates = precompiledTemplates();
    private final transient SparseLog log = new SparseLog(BankServlet.class);
    private final transient LongAdder served = new LongAdder();
    private final transient Map<String, Site> sites;
    private final transient PageHandlers handlers;
    private final transient BackEnd backEnd;

    private record Site(Page page, PageFrame frame, String template, byte[] end) {}

    public BankServlet(PageHandlers handlers, BackEnd backEnd) {
        this.handlers = handlers;
        this.backEnd = backEnd;
        this.sites = Arrays.stream(Page.values())
                .map(page -> new Site(page, PageFrame.of(page), page.id() + ".jte",
                        PageRequest.endMarker(page).getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.toUnmodifiableMap(site -> site.page().path(), Function.identity()));
    }

    private static TemplateEngine precompiledTemplates() {
        TemplateEngine engine = TemplateEngine.createPrecompiled(null, ContentType.Html,
                BankServlet.class.getClassLoader(), "org.eejs.bank.templates");
        engine.setBinaryStaticContent(true);
        return engine;
    }

    public long served() {
        return served.sum();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Cache-Control", "no-store");
        Site site = sites.get(request.getRequestURI());
        if (site == null) {
            say(response, HttpServletResponse.SC_NOT_FOUND, "There is no such page.");
            return;
        }
        if (!takes(site.page(), request.getMethod())) {
            String method = site.page().sendsForm() ? "POST" : "GET";
            response.setHeader("Allow", site.page() == Page.LOGIN ? "GET, POST" : method);
            say(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "Request this page with " + method + ".");
            return;
        }
        Visit visit = new Visit(request, backEnd);
        if (site.page() != Page.LOGIN && visit.customer() == null) {
            response.setStatus(HttpServletResponse.SC_FOUND);
            response.setHeader("Location", Page.LOGIN.path());
            response.setContentLength(0);
            return;
        }
        answer(site, visit, response);
    }

    /** Returns whether the page takes the method; the login's form is requested with GET and sent with POST. */
    private static boolean takes(Page page, String method) {
        return switch (method) {
            case "GET" -> page == Page.LOGIN || !page.sendsForm();
            case "POST" -> page.sendsForm();
            default -> false;
        };
    }

    private void answer(Site site, Visit visit, HttpServletResponse response) throws IOException {
        added.use();
        try {
            Answer answer = handlers.answer(site.page(), visit);
            if (answer instanceof Answer.Filled filled) {
                write(site, visit, filled, response);
            } else if (answer instanceof Answer.Picture picture) {
                write(picture, response);
            } else if (answer instanceof Answer.LoginForm form) {
                write(render("login_form.jte", Map.of("message", form.message())), form.status(), response);
            }
        } catch (BadParameterException e) {
            say(response, HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
        } catch (BackEndException e) {
            log.warn(e.getCause() == null ? "status" : e.getCause().getClass().getName(), e.getMessage(), null);
            say(response, HttpServletResponse.SC_BAD_GATEWAY, e.getMessage());
        }
    }

    private void write(Site site, Visit visit, Answer.Filled filled, HttpServletResponse response)
            throws IOException {
        Map<String, Object> values = new HashMap<>(filled.values());
        values.put("frame", site.frame());
        values.put("customer", visit.customer().line());
        Utf8ByteOutput content = render(site.template(), values);
        int rest = site.page().bytes() - content.getContentLength() - site.end().length;
        if (rest < 0) {
            throw new IllegalStateException("the content of %s is %d bytes too long for the page's %d"
                    .formatted(site.page().id(), -rest, site.page().bytes()));
        }
        response.setContentType(HTML);
        response.setContentLength(site.page().bytes());
        served.increment();
        ServletOutputStream out = response.getOutputStream();
        content.writeTo(out);
        Filler.write(rest, out);
        out.write(site.end());
    }

    private void write(Answer.Picture picture, HttpServletResponse response) throws IOException {
        response.setContentType("image/gif");
        response.setContentLength(picture.gif().length);
        served.increment();
        response.getOutputStream().write(picture.gif());
    }

    /** Writes a short page with the reason why the requested one is missing. */
    private void say(HttpServletResponse response, int status, String message) throws IOException {
        write(render("message.jte", Map.of("message", message)), status, response);
    }

    private static void write(Utf8ByteOutput content, int status, HttpServletResponse response) throws IOException {
        response.setStatus(status);
        response.setContentType(HTML);
        response.setContentLength(content.getContentLength());
        content.writeTo(response.getOutputStream());
    }

    private Utf8ByteOutput render(String template, Map<String, Object> values) {
        Utf8ByteOutput content = new Utf8ByteOutput();
        templates.render(template, values, content);
        return content;
    }
}
