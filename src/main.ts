/** Runs one command: arguments in, exit code out. Whatever goes wrong becomes a message on stderr and a documented code. */
import { buildProgram } from './cli/program.ts';
import { exitCodeOf, report } from './cli/kit/failure.ts';

// Members' data is nobody else's business: files made here are for their owner only.
process.umask(0o077);

// A reader that has seen enough, such as `head`, closes its end: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Whatever is printed, questions too, looks at the variable.
if (process.argv.includes('--no-color')) process.env.NO_COLOR = '1';

try {
  const program = await buildProgram(process.argv.slice(2));
  await program.parseAsync(process.argv);
} catch (error) {
  report(error, process.argv.includes('--json'));
  process.exitCode = exitCodeOf(error);
}
