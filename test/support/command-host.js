/**
 * A process that runs the built program again and again, each time from its entry on, with the modules loaded once:
 * starting Node and loading them takes ten times as long as most commands. One command runs at a time. A host of services
 * runs `vestry serve` for one church after another: it says when one is ready, and ends it when it is asked to.
 */
import { setImmediate } from 'node:timers/promises';
import { Readable, Writable } from 'node:stream';

const PROGRAM = new URL('../../bin/vestry.js', import.meta.url);
const ENTRY = new URL('../../dist/main.js', import.meta.url);
const UMASK = process.umask();

let runs = 0;

// Each service leaves a listener for the signal that did not end it.
process.setMaxListeners(0);
process.on('message', ({ args, input, variables, end }) => {
  if (end) return void process.emit('SIGTERM', 'SIGTERM');
  if (!variables) return void run(args, input);
  setVariables(variables);
  return void run(args, '', (printed) => process.send({ printed }));
});
// Whoever asked is gone.
process.once('disconnect', () => process.exit());

/** Runs one command to its end: as with a process of its own, that is when nothing is left to wait for. */
async function run(args, input, tell) {
  const idle = held();
  const [stdout, stderr] = [capture(tell), capture()];
  // A warning is printed on standard error, which belongs to the command.
  const warn = ({ name, message }) => stderr.stream.write(`${name}: ${message}\n`);
  replace({ stdin: Readable.from([Buffer.from(input)]), stdout: stdout.stream, stderr: stderr.stream });
  process.argv = [process.execPath, PROGRAM.pathname, ...args];
  process.exitCode = undefined;
  process.umask(UMASK);
  process.on('warning', warn);
  runs += 1;
  await import(`${ENTRY.href}?run=${runs}`);
  do await setImmediate();
  while (held() > idle);
  process.off('warning', warn);
  const exitCode = process.exitCode ?? 0;
  process.exitCode = undefined;
  process.send({ exitCode, stdout: stdout.text(), stderr: stderr.text() });
}

/** Vestry's own variables are read anew by each run. */
function setVariables(variables) {
  for (const name of Object.keys(process.env)) if (name.startsWith('VESTRY_')) delete process.env[name];
  Object.assign(process.env, variables);
}

/** How much keeps this process alive. */
function held() {
  return process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
}

function replace(streams) {
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
}

function capture(tell) {
  const chunks = [];
  const stream = new Writable({
    decodeStrings: true,
    write: (chunk, _encoding, done) => {
      chunks.push(chunk);
      tell?.(chunk.toString('utf8'));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
