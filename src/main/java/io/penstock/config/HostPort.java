package io.penstock.config;

/** The middle of a URL: {@code host}, {@code host:port}, {@code [::1]:port}. The host is kept without brackets. */
record HostPort(String host, int port) {
    private static final int PORT_AT_MOST = 65_535;
    private static final String FORM =
            "write host, host:port or [IPv6]:port; percent-encode @ : / ? in user and password";

    /** Errors don't repeat the text: a badly cut password may be in it. */
    static HostPort parse(String text, int defaultPort) {
        String host;
        String port;
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            if (end < 0) {
                throw new BadValueException("the host begins with [ but has no ]", FORM);
            }
            host = text.substring(1, end);
            port = text.substring(end + 1);
            if (!host.matches("[0-9A-Fa-f:.]+(%25[^\\s]+|%[^\\s]+)?") || !host.contains(":")) {
                throw new BadValueException("what stands in [ ] is no IPv6 address", FORM);
            }
            host = host.replace("%25", "%");
            if (!port.isEmpty() && !port.startsWith(":")) {
                throw new BadValueException("something other than :port follows the ]", FORM);
            }
        } else {
            int colon = text.indexOf(':');
            if (colon >= 0 && text.indexOf(':', colon + 1) > 0 && text.indexOf(',') < 0) {
                throw new BadValueException("the host has more than one colon", "put an IPv6 address in [ ]");
            }
            host = UrlText.decode(colon < 0 ? text : text.substring(0, colon));
            port = colon < 0 ? "" : text.substring(colon);
        }
        return new HostPort(checkHost(host), port.isEmpty() ? defaultPort : port(port.substring(1)));
    }

    private static String checkHost(String host) {
        if (host.isEmpty()) {
            throw new BadValueException("no host is named", FORM);
        }
        if (host.indexOf(',') >= 0) {
            throw new BadValueException("several hosts are named", "name the one to read from or write to");
        }
        if (host.indexOf('/') >= 0) {
            throw new BadValueException("the host is a path; Unix sockets can't be used", "name a host or an address");
        }
        if (host.chars().anyMatch(c -> c <= ' ' || c == '@')) {
            throw new BadValueException("the host has a space, an @ or a control character in it", FORM);
        }
        return host;
    }

    private static int port(String text) {
        boolean number = !text.isEmpty() && text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = number ? Integer.parseInt(text) : -1;
        if (port < 1 || port > PORT_AT_MOST) {
            throw new BadValueException("the port is no number from 1 to 65535", FORM);
        }
        return port;
    }
}
