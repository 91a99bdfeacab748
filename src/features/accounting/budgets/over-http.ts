import { AppError, badField } from '../../../errors.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import type { ImportOver, Planned } from '../../imports/import-kinds.ts';
import { type BudgetField, budgetTarget } from './columns.ts';
import { importBudget } from './import.ts';
import { getBudget } from './versions.ts';

/** How the lines of a budget are imported over HTTP. They replace the lines that the budget of the year has. */
export const budgetOver: ImportOver<BudgetField> = {
  permission: 'statements.manage',
  target: async (app, { year }) => budgetTarget((await getBudget(app, yearOf(year))).from),
  run: async (app, table, { form: { year }, dryRun, mayBeFaulty }) => {
    const items = table.rows.map(({ line, values }) => ({
      line,
      name: null,
      date: null,
      purpose: [values.Kind, values.Category, values.Ministry, values.Fund].filter(Boolean).join(' · '),
      amount: (values.Annual as Minor | undefined) ?? null,
      note: null,
    }));
    const planned = (create: number, faults: Planned['faults']): Planned => ({
      importId: null,
      sameFileAs: null,
      faults,
      items,
      plan: {
        create,
        skip: 0,
        leaveOut: [],
        withoutGiver: null,
        total: addMoney(ZERO, ...items.map(({ amount }) => amount ?? ZERO)),
      },
    });
    try {
      const { lines } = await importBudget(app, yearOf(year), table, { dryRun, adoptedOn: null, reason: null });
      return planned(lines, []);
    } catch (error) {
      if (!mayBeFaulty || !(error instanceof AppError) || !error.details.rows) throw error;
      return planned(0, error.details.rows);
    }
  },
};

function yearOf(year: number | undefined): number {
  if (year === undefined) throw badField('year', 'required', 'is required: the fiscal year of the budget');
  return year;
}
