/** Copies a draft of a budget from the year before. */
import { type App, inTransaction } from '../../../app.ts';
import { AppError, badField } from '../../../errors.ts';
import { fiscalYear } from '../../../lib/date.ts';
import { addMoney } from '../../../lib/money.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { ACTUALS, type ActualLine } from './actuals.ts';
import { type BudgetRecords, isUsable, readBudgetRecords } from './references.ts';
import type { StoredLine } from './rules.ts';
import { spread } from '../../../lib/spread.ts';
import { type BudgetCopy, type CopiedBudget, MOST_LINES } from './schema.ts';
import { putBudget, refuseClosed } from './service.ts';
import { getBudget, latestLines } from './versions.ts';

/**
 * Replaces the draft of a budget with the budget or the actual amounts of the year before. Lines for what is no longer
 * in use are left out, with a warning. Raises `invalid_transition` if the budget is adopted, `not_found` if there is
 * nothing to copy, `validation_failed` if that would be too many lines, and `year_closed`.
 */
export function copyBudget(app: App, year: number, { from }: BudgetCopy): Promise<CopiedBudget> {
  return inTransaction(app, async (app) => {
    await refuseClosed(app, year);
    const { kind } = await getBudget(app, year);
    if (kind !== 'Draft') {
      const what = `The budget of the fiscal year ${year} is already adopted. Nothing was changed.`;
      throw new AppError('invalid_transition', `${what} Change its lines instead: vestry budget set --year ${year}`);
    }
    const before = year - 1;
    const source = from === 'budget' ? await budgetBefore(app, before) : await actualsBefore(app, before);
    if (source.length === 0) {
      const what = from === 'budget' ? 'no budget' : 'no giving, income or expenses';
      throw new AppError('not_found', `There is ${what} to copy in the fiscal year ${before}. Nothing was changed.`);
    }
    const records = await readBudgetRecords(app);
    const [lines, left] = [
      source.filter((line) => isUsable(records, line)),
      source.filter((line) => !isUsable(records, line)),
    ];
    if (lines.length > MOST_LINES) throw tooMany(lines.length, before);
    const input = {
      adoptedOn: null,
      reason: null,
      lines: lines.map((line) => ({ ...line, months: [...line.months] })),
    };
    const budget = await putBudget(app, year, input);
    const warnings = [...leftOut(records, left), ...(from === 'actuals' ? await notOver(app, before) : [])];
    return { ...budget, ...(warnings.length > 0 && { warnings }) };
  });
}

function tooMany(count: number, year: number): AppError {
  const what = `would copy ${count} lines from the fiscal year ${year}, but a budget has at most ${MOST_LINES}`;
  return badField(
    'from',
    'too_big',
    `${what}; nothing was changed. Import the lines from a file: vestry budget import`,
  );
}

async function budgetBefore(app: App, year: number): Promise<readonly StoredLine[]> {
  return (await latestLines(app, year, year)).get(year) ?? [];
}

async function actualsBefore(app: App, year: number): Promise<readonly StoredLine[]> {
  const [actualsOf] = await app.declared(ACTUALS);
  if (!actualsOf) throw new Error('No room declares the actual amounts of a fiscal year.');
  return (await actualsOf(app, year)).flatMap(lineOf);
}

/** Returns a line for what was given or spent. What came back as a whole gets none, because no amount is negative. */
function lineOf({ key, months }: ActualLine): StoredLine[] {
  const annual = addMoney(...months);
  if (annual <= 0) return [];
  const isEven = months.some((amount) => amount < 0);
  return [{ ...key, annual, months: isEven ? spread(annual) : months }];
}

type Warnings = NonNullable<CopiedBudget['warnings']>;

function leftOut(records: BudgetRecords, lines: readonly StoredLine[]): Warnings {
  if (lines.length === 0) return [];
  const names = lines.map(
    (line) =>
      records.categoryId.get(line.categoryId ?? 0)?.name ??
      records.incomeCategoryId.get(line.incomeCategoryId ?? 0)?.name ??
      records.subCategoryId.get(line.subCategoryId ?? 0)?.name ??
      records.accountId.get(line.accountId ?? 0)?.name,
  );
  const message = `Not copied, because the category, account, ministry or fund is no longer in use: ${[...new Set(names)].join(', ')}.`;
  return [{ code: 'left_out', message }];
}

async function notOver(app: App, year: number): Promise<Warnings> {
  const { to } = fiscalYear(year, (await getChurch(app)).fiscalYearStartMonth);
  if ((await today(app)) > to) return [];
  return [
    {
      code: 'year_not_over',
      message: `The fiscal year ${year} ends on ${to}. Months after today have no actual amounts yet.`,
    },
  ];
}
