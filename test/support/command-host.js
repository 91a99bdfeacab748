/**
 * A process that runs the built program again and again, each time from its entry point, but loads most modules only
 * once, because starting Node.js and loading them takes ten times as long as most commands. One command runs at a
 * time. A process for services runs `vestry serve` for one church after another: it reports when a service is ready,
 * and ends the service on request.
 */
import { setImmediate } from 'node:timers/promises';
import { Readable, Writable } from 'node:stream';

const PROGRAM = new URL('../../bin/vestry.js', import.meta.url);
const ENTRY = new URL('../../dist/main.js', import.meta.url);
const UMASK = process.umask();

let runs = 0;

// Each service leaves behind a listener for a signal that it did not receive.
process.setMaxListeners(0);
process.on('message', ({ args, input, variables, end }) => {
  if (end) return void process.emit('SIGTERM', 'SIGTERM');
  if (!variables) return void run(args, input);
  setVariables(variables);
  return void run(args, '', (printed) => process.send({ printed }));
});
// The test process is gone.
process.once('disconnect', () => process.exit());

/**
 * Runs one command until nothing keeps this process alive any longer, which is also when a separate process would end.
 */
async function run(args, input, tell) {
  const idle = held();
  const [stdout, stderr] = [capture(tell), capture()];
  // Node.js prints warnings on standard error. Here they belong to the output of the command.
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

/** Replaces Vestry's own variables, which each run reads again. */
function setVariables(variables) {
  for (const name of Object.keys(process.env)) if (name.startsWith('VESTRY_')) delete process.env[name];
  Object.assign(process.env, variables);
}

/** Returns the number of resources that keep this process alive. */
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
