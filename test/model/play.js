/** Plays one run: random operations with checkpoints between them. */
import { Random } from '../torture/random.js';
import { checkpoint } from './checkpoint.js';
import { DEPOSITS } from './operations/deposits.js';
import { ENTRIES } from './operations/entries.js';
import { EXPENSE_REVERSALS } from './operations/expense-reversals.js';
import { EXPENSES } from './operations/expenses.js';
import { GIVING_REVERSALS } from './operations/giving-reversals.js';
import { GIVINGS } from './operations/givings.js';
import { IMPORTS } from './operations/imports.js';
import { IN_USE } from './operations/in-use.js';
import { MONTHS } from './operations/months.js';
import { OPENING } from './operations/opening.js';
import { OTHER_INCOME } from './operations/other-income.js';
import { PAYMENTS } from './operations/payments.js';
import { SESSIONS } from './operations/sessions.js';
import { SETTINGS } from './operations/settings.js';
import { TRANSFERS } from './operations/transfers.js';
import { VALUATIONS } from './operations/valuations.js';
import { YEARS } from './operations/years.js';
import { Run, Stop } from './run-state.js';
import { Service } from './service.js';
import { setUp } from './setup.js';

const ZONES = ['America/Chicago', 'Asia/Taipei', 'Pacific/Auckland', 'America/Los_Angeles'];
const STARTS = [1, 4, 7, 10];
const OPERATIONS = [
  ...GIVINGS,
  ...GIVING_REVERSALS,
  ...SESSIONS,
  ...DEPOSITS,
  ...EXPENSES,
  ...EXPENSE_REVERSALS,
  ...PAYMENTS,
  ...OTHER_INCOME,
  ...TRANSFERS,
  ...IN_USE,
  ...ENTRIES,
  ...VALUATIONS,
  ...OPENING,
  ...MONTHS,
  ...YEARS,
  ...SETTINGS,
  ...IMPORTS,
];
const SCALE = 100;

/** Draws an operation. The first value of each operation is its weight. */
function draw(run) {
  const total = OPERATIONS.reduce((sum, [weight]) => sum + weight * SCALE, 0);
  let dice = run.random.between(1, Math.round(total));
  for (const [weight, name, work] of OPERATIONS) {
    dice -= weight * SCALE;
    if (dice <= 0) return [name, work];
  }
  return OPERATIONS[0].slice(1);
}

/** Plays the operations and returns the run with its faults. `options` contains the options of the command line. */
export async function play(options, say) {
  const { seed, operations, every, from = 0 } = options;
  const random = new Random(`model ${seed}`);
  const zone = options.zone ?? random.pick(ZONES);
  const fiscalStart = options.fiscalStart ?? random.pick(STARTS);
  const service = new Service();
  const run = new Run({ service, random, zone, fiscalStart, operations, ignore: options.ignore });
  try {
    // The process is not in the time zone of the church, because only the time zone of the church may matter.
    await service.start(zone === 'Asia/Taipei' ? 'America/Chicago' : 'Asia/Taipei');
    await setUp(run);
    for (run.operation = 1; run.operation <= operations; run.operation += 1) {
      const [name, work] = draw(run);
      run.name = name;
      const before = run.faults.length;
      await work(run);
      run.counts.set(name, (run.counts.get(name) ?? 0) + 1);
      if (run.faults.length > before && options.stopAtFirst) throw new Stop('Stopped at the first fault.');
      if (run.operation >= from && run.operation % every === 0 && run.operation < operations)
        await check(run, options, say);
    }
    run.operation = operations;
    await check(run, { ...options, isLast: true }, say);
    if (options.atEnd && run.faults.length === 0) await options.atEnd(run);
  } catch (error) {
    if (!(error instanceof Stop)) run.faults.push(`operation ${run.operation} (${run.name}): ${error.stack}`);
  } finally {
    const { code, stderr } = await service.stop();
    if (code !== 0) run.faults.push(`the service ended with ${code}: ${stderr}`);
    service.remove();
  }
  return run;
}

async function check(run, { every, isLast = false }, say) {
  const name = run.name;
  run.name = 'checkpoint';
  const isThorough = isLast || Math.floor(run.operation / every) % 4 === 0;
  await checkpoint(run, { isThorough, isComplete: isLast });
  run.name = name;
  say(`${run.operation} operations, ${run.service.sent} requests, ${run.books.lastClosed ?? 'no month'} closed`);
  if (run.faults.length > 0) throw new Stop('The books differ.');
}
