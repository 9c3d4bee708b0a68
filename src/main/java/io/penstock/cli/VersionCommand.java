package io.penstock.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "version", description = "Say which version this is.")
final class VersionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        // From the jar's manifest; classes that were started without the jar have none.
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        spec.commandLine()
                .getOut()
                .println("penstock " + (version == null ? "(unpackaged)" : version) + ", Java "
                        + Runtime.version().feature());
        return ExitCode.DONE;
    }
}
