package io.penstock.cli;

import io.penstock.config.ConfigException;
import io.penstock.config.NearestName;
import io.penstock.config.Redaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code penstock}: the root of all commands, and what they share: exit codes and the form of errors. */
@Command(
        name = "penstock",
        description = "Replicates databases continuously.",
        mixinStandardHelpOptions = false,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "  demo       Show all of it with two embedded servers (--keep to stay up).",
            "",
            "Exit codes: 0 done, 1 failed at work, 2 wrong use or configuration."
        })
public final class PenstockCommand implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(PenstockCommand.class);

    @Spec
    private CommandSpec spec;

    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this.")
    private boolean help;

    private PenstockCommand() {}

    /** The whole command line; {@code execute(args)} on it gives the exit code. */
    public static CommandLine line(NodeStarter starter, Preflight preflight, Map<String, String> environment) {
        CommandLine line = new CommandLine(new PenstockCommand())
                .addSubcommand("start", new StartCommand(starter, environment))
                .addSubcommand("preflight", new PreflightCommand(preflight, environment))
                .addSubcommand("status", new StatusCommand(Duration.ofSeconds(2)))
                .addSubcommand("pause", new LoopCommand.Pause())
                .addSubcommand("resume", new LoopCommand.Resume())
                .addSubcommand("drain", new LoopCommand.Drain())
                .addSubcommand("mode", new LoopCommand.Mode())
                .addSubcommand("move", new LoopCommand.Move())
                .addSubcommand("nodes", new NodeCommand.Nodes())
                .addSubcommand("cordon", new NodeCommand.Cordon())
                .addSubcommand("uncordon", new NodeCommand.Uncordon())
                .addSubcommand("verify", new VerifyCommand())
                .addSubcommand("backfill", new LoopCommand.Backfill())
                .addSubcommand("version", new VersionCommand());
        line.setParameterExceptionHandler((e, args) -> wrongUse(e));
        line.setExecutionExceptionHandler((e, failed, parsed) -> failed(e, failed));
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command is given");
    }

    private static int wrongUse(ParameterException e) {
        CommandLine line = e.getCommandLine();
        line.getErr().println("penstock: " + Redaction.of(e.getMessage()) + nearest(e));
        line.getErr().println("See: " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.WRONG_USE;
    }

    private static String nearest(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        CommandSpec command = e.getCommandLine().getCommandSpec();
        List<String> known = new ArrayList<>(command.subcommands().keySet());
        command.options().forEach(option -> known.addAll(List.of(option.names())));
        return NearestName.of(unmatched.getUnmatched().get(0).replaceFirst("=.*", ""), known)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    private static int failed(Exception e, CommandLine line) {
        if (e instanceof ConfigException || e instanceof CommandException) {
            line.getErr().println("penstock: " + Redaction.of(e.getMessage()));
            return e instanceof CommandException c ? c.exitCode() : ExitCode.WRONG_USE;
        }
        LOG.error("{} failed", line.getCommandName(), e);
        line.getErr()
                .println("penstock: " + line.getCommandName() + " failed: "
                        + Redaction.of(String.valueOf(e.getMessage())));
        return ExitCode.FAILED;
    }
}
