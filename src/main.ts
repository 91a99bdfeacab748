/** Runs the command that the arguments name. Every error becomes a message on stderr and a documented exit code. */
import { buildProgram } from './cli/program.ts';
import { exitCodeOf, report } from './cli/kit/failure.ts';
import { onDiskFailure } from './db/disk-state.ts';
import { SetupError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

// The files that commands create contain personal data, so only their owner may read them.
process.umask(0o077);

// A program that reads the output, such as `head`, may stop reading early. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Everything that prints, including prompts, checks this variable.
if (process.argv.includes('--no-color')) process.env.NO_COLOR = '1';

const asJson = process.argv.includes('--json');
onDiskFailure((sentence) => report(new SetupError(sentence, EXIT.unexpected), asJson));

try {
  const program = await buildProgram(process.argv.slice(2));
  await program.parseAsync(process.argv);
} catch (error) {
  report(error, asJson);
  process.exitCode = exitCodeOf(error);
}
