/** Installs other versions of Node.js from npm. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { environment } from '../support/command.ts';

const run = promisify(execFile);

const SYSTEM = process.platform === 'win32' ? 'win' : process.platform;

/**
 * Installs the newest release of a version of Node.js, such as 24 or 22.0.0, into a folder, and returns its program.
 * Throws if npm has no package for this system.
 */
export async function fetchNode(version: string, folder: string): Promise<string> {
  const name = `node-${SYSTEM}-${process.arch}`;
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  mkdirSync(folder, { recursive: true });
  await run('npm', ['install', `${name}@${version}`, ...options], { env: environment({}) });
  return path.join(folder, 'node_modules', name, 'bin/node');
}
