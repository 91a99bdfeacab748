/**
 * `npm run model -- --operations 20000 --seed N [--fiscal-start 7] [--zone America/Chicago]` sends random operations to
 * a service and compares every report with a model of the books that was written from the contract alone. With
 * `--every 1 --from K`, it compares after each operation from the Kth on, to find the operation that causes a
 * difference. With `--strict`, known differences are faults, too. With `--self-test`, it finally plants one cent in
 * each column of money and in each kind of stored report, and checks that each cent is noticed. `--plants N` plants N
 * cents in each.
 */
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../src/build/current.js';
import { KNOWN } from './known.js';
import { play } from './play.js';
import { plantCents } from './plant.js';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    every: { type: 'string' },
    from: { type: 'string', default: '0' },
    zone: { type: 'string' },
    ignore: { type: 'string', multiple: true, default: KNOWN },
    strict: { type: 'boolean', default: false },
    'fiscal-start': { type: 'string' },
    'self-test': { type: 'boolean', default: false },
    plants: { type: 'string', default: '1' },
  },
});
const operations = Number(values.operations);
const options = {
  operations,
  seed: values.seed,
  every: values.every ? Number(values.every) : Math.max(100, Math.min(500, Math.floor(operations / 4))),
  from: Number(values.from),
  ignore: values.strict ? [] : values.ignore,
  ...(values.zone && { zone: values.zone }),
  ...(values['fiscal-start'] && { fiscalStart: Number(values['fiscal-start']) }),
  ...(values['self-test'] && { atEnd: (run) => plantCents(run, Number(values.plants)) }),
};
buildIfChanged();
const startedAt = performance.now();
console.error(`Seed ${values.seed}`);
const run = await play(options, (line) => console.error(`  ${line}`));
const seconds = Math.round((performance.now() - startedAt) / 1000);

const list = (map) =>
  [...map]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
console.log(
  `model: ${Math.min(run.operation, operations)} operations, ${run.service.sent} requests, ${seconds} s, seed ${values.seed}, ${run.zone}, fiscal year from month ${run.fiscalStart}`,
);
console.log(`  done: ${list(run.counts)}`);
console.log(`  refused: ${list(run.refusals)}`);
if (run.missing.size > 0)
  console.log(`  left out: ${[...run.missing].toSorted((a, b) => (a < b ? -1 : 1)).join('; ')}`);
for (const line of run.notes ?? []) console.log(`  ${line}`);
for (const fault of run.faults) console.log(`  VIOLATION ${fault}`);
if (run.faults.length > 0) {
  const again = [
    '--operations',
    operations,
    '--seed',
    values.seed,
    ...(values.zone ? ['--zone', values.zone] : []),
    ...(values['fiscal-start'] ? ['--fiscal-start', values['fiscal-start']] : []),
  ];
  console.log(`Run it again: npm run model -- ${again.join(' ')}`);
  process.exitCode = 1;
}
