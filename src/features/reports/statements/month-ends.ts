import type { FundOf } from '../../../books/balances.ts';
import { findWrongMonthEnds, type WrongMonthEnd } from '../../../books/month-end-proof.ts';
import type { Db } from '../../../db/connect.ts';
import { formatMoney } from '../../../lib/money.ts';
import { printable } from '../../../lib/text.ts';
import type { Recompute } from '../../audit/recomputed.ts';
import { fundByCategory } from '../../giving/categories/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';

/** Reports each balance of a finalized month that differs from what its documents add up to. */
export const compareMonthEnds: Recompute = async (db, report) => {
  const fundOf: FundOf = await fundByCategory({ db });
  let names: Names | undefined;
  for await (const wrong of findWrongMonthEnds(db, fundOf)) {
    names ??= await namesOf(db);
    report(sentenceOn(wrong, names));
  }
};

type Names = Record<WrongMonthEnd['side'], ReadonlyMap<number, { name: string }>>;

async function namesOf(db: Db): Promise<Names> {
  return { Account: await accountsById({ db }), Fund: await fundsById({ db }) };
}

function sentenceOn({ date, side, rowId, stored, right }: WrongMonthEnd, names: Names): string {
  const name = printable(names[side].get(rowId)?.name ?? 'unknown');
  const is = stored === null ? 'is missing' : `is ${formatMoney(stored)}`;
  return `The stored balance of the ${side.toLowerCase()} ${rowId} (${name}) at the end of ${date} ${is}, but its documents add up to ${formatMoney(right)}`;
}
