/** Who was paid a salary: the payments of expenses on the lines of Form 990, Part IX, for salaries. */
import { personName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import type { DateRange } from '../../../lib/date.ts';
import { fold } from '../../../lib/fold.ts';
import { memberNames } from '../../people/members/joins.ts';
import { paidItems } from './vendor-queries.ts';

/** The lines for the compensation of officers, of disqualified persons, and of all others. */
const SALARY_LINES = ['5', '6', '7'];

/** Somebody who may have been paid a salary. */
export type Payee = { vendorId?: number; memberId?: number | null; name: string };

/** Returns a function that says whether somebody was paid a salary in a range of days, by vendor, member or name. */
export async function salariedIn(app: App, range: DateRange): Promise<(payee: Payee) => boolean> {
  const rows = await listSalaries(app, range);
  const idsOf = (ids: readonly (number | null)[]) => new Set(ids.filter((id) => id !== null));
  const vendorIds = idsOf(rows.map(({ vendorId }) => vendorId));
  const memberIds = idsOf(rows.flatMap(({ memberId, vendorMemberId }) => [memberId, vendorMemberId]));
  const names = new Set(
    rows.flatMap(({ vendor, memberId: _id, vendorId: _vendor, vendorMemberId: _own, ...member }) =>
      [vendor, personName(member)].flatMap((name) => (name ? [fold(name)] : [])),
    ),
  );
  return ({ vendorId, memberId = null, name }) =>
    (vendorId !== undefined && vendorIds.has(vendorId)) ||
    (memberId !== null && memberIds.has(memberId)) ||
    names.has(fold(name));
}

function listSalaries({ db }: App, { from, to }: DateRange) {
  return paidItems(db)
    .leftJoin('expenseSplits', 'expenseSplits.expenseId', 'expenses.id')
    .innerJoin('expenseSubCategories', (join) =>
      join.on((eb) =>
        eb('expenseSubCategories.id', '=', eb.fn.coalesce('expenseSplits.subCategoryId', 'expenses.subCategoryId')),
      ),
    )
    .leftJoin('vendors', 'vendors.id', 'expenses.vendorId')
    .leftJoin(memberNames(db), 'member.id', 'expenses.memberId')
    .select(['expenses.vendorId', 'expenses.vendor', 'expenses.memberId', 'vendors.memberId as vendorMemberId'])
    .select(['member.firstName', 'member.lastName', 'member.chineseName'])
    .distinct()
    .where('form990LineCode', 'in', SALARY_LINES)
    .where('payments.date', '>=', from)
    .where('payments.date', '<=', to)
    .execute();
}
