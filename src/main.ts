/** Runs one command: arguments in, exit code out. Every error becomes a message on stderr and a documented code. */
import { buildProgram } from './cli/program.ts';
import { exitCodeOf, report } from './cli/kit/failure.ts';

// Files made here hold members' data, so only their owner may read them.
process.umask(0o077);

// A reader that has seen enough, such as `head`, closes its end; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Everything that prints, prompts included, checks the variable.
if (process.argv.includes('--no-color')) process.env.NO_COLOR = '1';

try {
  const program = await buildProgram(process.argv.slice(2));
  await program.parseAsync(process.argv);
} catch (error) {
  report(error, process.argv.includes('--json'));
  process.exitCode = exitCodeOf(error);
}
