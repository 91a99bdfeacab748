import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import type { ImportOver } from '../../imports/import-kinds.ts';
import type { ImportPlan } from '../../imports/schema.ts';
import { type GivingField, giftTarget } from './columns.ts';
import { importGivings } from './service.ts';

/** How gifts are imported over HTTP. */
export const giftsOver: ImportOver<GivingField> = {
  permission: 'giving.manage',
  target: async (_app, { category }) => giftTarget({ hasCategory: category !== undefined, hasDate: false }),
  run: async (app, table, { form: { createMembers, createSimilar, category }, ...options }) => {
    const done = await importGivings(app, table, { createMembers, createSimilar, category, ...options });
    const { importId, sameFileAs, faults, items, created, skipped, leftOut, withoutGiver, totalAmount } = done;
    const plan = { create: created, skip: skipped, leaveOut: grouped(leftOut), withoutGiver, total: totalAmount };
    return { importId, sameFileAs, faults, items, plan };
  },
};

type Row = { line: number; reason: string; amount: Minor | null };

/** Returns how many rows are left out for each reason, with their sum and their lines. */
function grouped(rows: readonly Row[]): ImportPlan['plan']['leaveOut'] {
  const reasons = [...new Set(rows.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const left = rows.filter((row) => row.reason === reason);
    const total = addMoney(ZERO, ...left.map(({ amount }) => amount ?? ZERO));
    return { reason, count: left.length, total, lines: left.map(({ line }) => line) };
  });
}
