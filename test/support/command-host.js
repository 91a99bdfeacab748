/**
 * A process that runs many commands of the built program, one at a time. Each command starts at the entry point, but
 * most modules are loaded only once, because starting Node.js and loading the modules takes ten times as long as most
 * commands. A process for services runs `vestry serve` for one church after another. It reports the output of the
 * service, and ends the service on request.
 */
import { setImmediate } from 'node:timers/promises';
import { Readable, Writable } from 'node:stream';
// oxlint-disable-next-line import/no-unassigned-import -- It replaces a function of the package.
import './cheap-hash.js';
// oxlint-disable-next-line import/no-unassigned-import -- It replaces a function of Node.js.
import './kept-connections.js';

const PROGRAM = new URL('../../bin/vestry.js', import.meta.url);
const ENTRY = new URL('../../dist/main.js', import.meta.url);
const UMASK = process.umask();

let runs = 0;

// Each service leaves behind a listener for a signal that it did not receive.
process.setMaxListeners(0);
process.on('message', ({ args, input = '', variables, columns, isService, end }) => {
  if (end) return void process.emit('SIGTERM', 'SIGTERM');
  setVariables(variables);
  return void run(args, { input, columns, tell: isService && ((printed) => process.send({ printed })) });
});
// Ends this process when the test process has ended.
process.once('disconnect', () => process.exit());

/**
 * Runs one command and waits until none of its resources keeps this process alive. A separate process would end then.
 */
async function run(args, { input, columns, tell }) {
  const idle = held();
  const [stdout, stderr] = [capture(tell), capture()];
  if (columns !== undefined) Object.assign(stdout.stream, { isTTY: true, columns });
  // Node.js would print warnings on the standard error of this process. They belong to the output of the command.
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

/** Replaces the environment variables of Vestry, which each run reads again. */
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
