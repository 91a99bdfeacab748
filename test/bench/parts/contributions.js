import { readdirSync, rmSync } from 'node:fs';
import { fillGivings } from '../givings.js';
import { compareRates, compareSizes } from '../measure.js';
import { membersChurch } from '../members.js';
import { vestry, weighCommand } from '../process.js';

const GIVERS = 2000;
const GIVINGS = 26 * GIVERS;
const MEGABYTES = 300;
const KINDS = [
  { names: 'Latin names', chineseShare: 0, perSecond: 100 },
  { names: 'Chinese names', chineseShare: 1, perSecond: 50 },
];

/**
 * Runs one command that prints the statements of 2,000 givers, each with 26 givings. Compares its speed with the
 * required rate, and its peak memory with the limit.
 */
export async function measurePart(workspace) {
  const results = [];
  for (const kind of KINDS) results.push(...(await measureKind(workspace, kind)));
  return results;
}

async function measureKind(workspace, { names, chineseShare, perSecond }) {
  const { directory } = await membersChurch(workspace, { members: GIVERS, accounts: 1, chineseShare });
  fillGivings(directory, { givings: GIVINGS, members: GIVERS });
  let peak = 0;
  const print = () => {
    const { ms, peakBytes } = printAll(workspace, directory);
    peak = Math.max(peak, peakBytes);
    return (1000 * GIVERS) / ms;
  };
  return [
    await compareRates(`contributions: PDFs with ${names} / the required rate`, {
      ours: print,
      floor: () => perSecond,
      limit: 1,
    }),
    await compareSizes(`contributions: peak memory with ${names} / the limit`, {
      ours: () => peak / 1e6,
      allowed: MEGABYTES,
    }),
  ];
}

/**
 * Prints all statements of the year for the first time, in Chinese for givers with a Chinese name and otherwise in
 * English.
 */
function printAll(workspace, directory) {
  const [copy, output] = [workspace.copy(directory), workspace.directory()];
  const args = ['--year', '2025', '--output', output, '--language', 'by-name', '--data-dir', copy];
  const weighed = weighCommand(vestry('export', 'contributions', ...args));
  const files = readdirSync(output).length;
  if (files !== GIVERS) throw new Error(`${files} statements were printed for ${GIVERS} givers.`);
  for (const done of [copy, output]) rmSync(done, { recursive: true });
  return weighed;
}
