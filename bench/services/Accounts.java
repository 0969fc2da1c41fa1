package services;

import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A Spring Boot service with Tomcat: public accounts, and statements that need a password with each request. */
@SpringBootApplication
@RestController
public class Accounts {
    private final BCryptPasswordEncoder encoder = new BCryptPasswordEncoder();
    private final String hash = encoder.encode("correct horse");

    /** An account. */
    public record Account(String iban, String owner, List<Long> bookings) {}

    public static void main(String... words) {
        SpringApplication.run(Accounts.class, words);
    }

    /** Returns a public account. */
    @GetMapping("/accounts/{number}")
    public Account account(@PathVariable("number") String number) {
        return new Account("CH" + number, "Owner of " + number, List.of(100L, -20L, 3_000L));
    }

    /** Returns a statement; the request needs a password. */
    @GetMapping("/statements/{number}")
    public Map<String, Account> statement(@PathVariable("number") String number,
            @RequestHeader("Password") String password) {
        if (!encoder.matches(password, hash)) {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        }
        return Map.of("statement", account(number));
    }
}
