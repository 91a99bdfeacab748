/**
 * Compares the import of 250,000 gifts with that of another version: `npm run bench:gifts -- FOLDER [ROWS]`, where
 * FOLDER is a built worktree of the other version. Runs the dry run and the import of both in turn, and prints the processor
 * time and the peak memory of each, and the ratio of the processor times.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Workspace } from './workspace.js';
import { people } from './people.js';

const PEOPLE = 600;
const ROUNDS = 3;
const FUNDS = ['Tithe', 'General Offering', 'Missions', 'Building Fund'];
/** A module that writes what the process has used to descriptor 3 when it ends. */
const REPORTER =
  "data:text/javascript,import{writeSync}from'node:fs';process.once('exit',()=>writeSync(3,JSON.stringify(process.resourceUsage())))";
const [other, rows = '250000'] = process.argv.slice(2);
const trees = { ours: path.resolve('.'), other: path.resolve(other ?? '') };
const workspace = new Workspace();
const givers = [...people(PEOPLE)];
const members = written('members.csv', 'First Name,Last Name,Envelope Number', givers.map(giverOf));
const gifts = written('gifts.csv', 'First Name,Last Name,Envelope Number,Date,Fund,Amount,Note', giftsOf(Number(rows)));

try {
  const churches = Object.fromEntries(Object.keys(trees).map((name) => [name, workspace.directory()]));
  for (const name of Object.keys(trees))
    run(name, ['members', members, '--create-similar', '--data-dir', churches[name]]);
  for (const what of ['dry run', 'import']) {
    const used = { ours: [], other: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of Object.keys(trees)) used[name].push(measured(name, what, workspace.copy(churches[name])));
    }
    const least = (name) => Math.min(...used[name].map(({ seconds }) => seconds));
    for (const name of Object.keys(trees)) console.log(what, name, JSON.stringify(used[name]));
    console.log(what, `ratio ${(least('ours') / least('other')).toFixed(2)}`);
  }
} finally {
  workspace.remove();
}

function giverOf({ firstName, lastName, offeringNumber }) {
  return [firstName, lastName, offeringNumber].join(',');
}

function giftsOf(count) {
  return Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(2021, 0, 3) + 7 * 86_400_000 * Math.floor((n * 260) / count));
    const amount = (10 + ((n * 37) % 20_000) / 100).toFixed(2);
    const date = day.toISOString().slice(0, 10);
    return [giverOf(givers[n % PEOPLE]), date, FUNDS[n % FUNDS.length], amount, n % 10 === 0 ? `note ${n}` : ''].join(
      ',',
    );
  });
}

function written(name, header, lines) {
  const file = path.join(workspace.directory(), name);
  writeFileSync(file, [header, ...lines, ''].join('\n'));
  return file;
}

/** Runs an import of one of the versions, and returns what it reports on descriptor 3. */
function run(name, args) {
  const program = path.join(trees[name], 'bin/vestry.js');
  const options = { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe', 'pipe'] };
  const command = ['--import', REPORTER, program, 'import', ...args];
  const { status, stderr, output } = spawnSync(process.execPath, command, options);
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return JSON.parse(output[3]);
}

/** Returns the seconds of processor time and the megabytes of memory of one import. */
function measured(name, what, directory) {
  const flags = what === 'import' ? [] : ['--dry-run'];
  const { userCPUTime, systemCPUTime, maxRSS } = run(name, ['givings', gifts, '--data-dir', directory, ...flags]);
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: Math.round(maxRSS / 1024) };
}
