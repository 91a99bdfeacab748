#!/usr/bin/env node
/**
 * Starts the program. Node.js 12 to 22 must be able to read this file, because it tells their users which version is
 * needed: so it has no newer syntax, such as `await` outside a function, and imports the program only in newer versions.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED = '22.14';
/** The database module needs this version of Node-API. Without it, the module ends the process without a word. */
const NEEDED_API = 10;
const USAGE = 2;
/** The exit code with which Node.js ends a program that waits for something that can no longer happen. */
const NEVER_DONE = 13;

const isBuilt = existsSync(new URL('../dist/main.js', import.meta.url));
const isSource = existsSync(new URL('../src/main.ts', import.meta.url));
const isNewEnough = Number(process.versions.napi) >= NEEDED_API;
// In the folder of the source, npm has installed a Node.js for the scripts of package.json.
const system = process.platform === 'win32' ? 'win' : process.platform;
const program = process.platform === 'win32' ? 'node.exe' : 'node';
const own = fileURLToPath(new URL(`../node_modules/node-${system}-${process.arch}/bin/${program}`, import.meta.url));

if (!isBuilt) refuse('Vestry is not built in this folder yet. Type this there, then try again: npm ci');
else if (isNewEnough) run();
else if (isSource && existsSync(own)) goOn();
else
  refuse(
    `Vestry needs Node.js ${NEEDED} or newer, and this is Node.js ${process.versions.node}. ${isSource ? 'In this folder, type npm ci; or install' : 'Install'} Node.js 24 from https://nodejs.org, then try again.`,
  );

function run() {
  let isDone = false;
  process.once('beforeExit', () => {
    if (!isDone) process.exitCode = NEVER_DONE;
  });
  void import('../dist/main.js').finally(() => {
    isDone = true;
  });
}

/** Runs the same command with the Node.js of this folder, and ends as it ends. */
function goOn() {
  const child = spawn(own, process.argv.slice(1), { stdio: 'inherit' });
  child.on('error', (error) =>
    refuse(
      `The Node.js of this folder cannot be started (${error.message}). Install Node.js 24 from https://nodejs.org, then try again.`,
    ),
  );
  // A terminal sends Ctrl+C to both processes.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 1 : code;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = USAGE;
}
