package io.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.config.HttpUser;
import io.penstock.config.HttpUser.Kind;
import io.penstock.config.HttpUser.Role;
import io.penstock.config.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoginTest {
    private final Login login = new Login(List.of(
            new HttpUser("grafana", Role.LOOK, Kind.TOKEN, new Secret("look-look-look-look")),
            new HttpUser("ops", Role.ACT, Kind.PASSWORD, new Secret("open: sesame"))));

    @Test
    void a_token_names_its_user() {
        assertThat(login.of("Bearer look-look-look-look"))
                .hasValueSatisfying(user -> assertThat(user.name()).isEqualTo("grafana"));
        assertThat(login.of("bearer  look-look-look-look ")).isPresent();
    }

    @Test
    void a_password_may_hold_a_colon() {
        assertThat(login.of(basic("ops:open: sesame")))
                .hasValueSatisfying(user -> assertThat(user.role()).isEqualTo(Role.ACT));
    }

    @Test
    void nothing_else_lets_in() {
        assertThat(login.of(null)).isEmpty();
        assertThat(login.of("")).isEmpty();
        assertThat(login.of("Bearer ")).isEmpty();
        assertThat(login.of("Bearer look-look-look-loo")).isEmpty();
        assertThat(login.of("Bearer open: sesame")).as("a password is no token").isEmpty();
        assertThat(login.of(basic("grafana:look-look-look-look")))
                .as("a token is no password")
                .isEmpty();
        assertThat(login.of(basic("op:open: sesame"))).isEmpty();
        assertThat(login.of(basic("ops"))).isEmpty();
        assertThat(login.of("Basic %%%")).isEmpty();
        assertThat(login.of("Digest ops")).isEmpty();
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
