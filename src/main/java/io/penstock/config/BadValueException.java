package io.penstock.config;

/** A text can't be read as what it ought to be. Caught where file and key are known, and told with them. */
final class BadValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    BadValueException(String problem, String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
