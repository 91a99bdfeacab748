/** Plans the other income, the transfers and the adjusting entries of a demo church. */
import { CHECKING } from '../../../books/account-kinds.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { addDays, type DateRange, monthOf, monthRange, monthsOf } from '../../../lib/date.ts';
import { generator } from '../../../lib/random.ts';
import { createEntry } from '../../accounting/journal-entries/service.ts';
import { createOtherIncome } from '../../ledger/other-income/service.ts';
import { approveTransfer } from '../../ledger/transfers/approval.ts';
import { createTransfer } from '../../ledger/transfers/service.ts';
import { BANK } from './bank.ts';
import type { Diary } from './diary.ts';
import { moneyOf } from './givers.ts';
import type { Funds } from './payments.ts';

type Books = {
  seed: string;
  range: DateRange;
  funds: Funds;
  /** Returns the id of a row of a shipped catalog. */
  idOf: (catalog: 'IncomeCategory' | 'Fund' | 'ExpenseSubCategory' | 'Ministry', key: string) => number;
};

/** Plans interest and rent for every month, and two transfers and an adjusting entry for every year. */
export function noteLedger(diary: Diary, books: Books): void {
  const random = generator(`${books.seed} ledger`);
  for (const { from } of monthsOf(books.range)) {
    const { to } = monthRange(monthOf(from));
    // The amounts are drawn for every month, so that the month in which the demo ends does not change the others.
    const [interest, rents] = [random.between(600, 2400) / 100, random.below(3)];
    noteIncome(diary, books, { on: to, key: 'interest', dollars: interest, payer: BANK });
    if (rents === 0) {
      noteIncome(diary, books, { on: addDays(from, 11), key: 'facility-use', dollars: 150, payer: 'Piano class' });
    }
    if (from.slice(5, 7) === TRANSFERS_IN) {
      noteTransfers(diary, books, addDays(from, 13));
      noteShare(diary, books, to);
    }
  }
}

/** The month in which the treasurer fills the petty cash and moves money between funds. */
const TRANSFERS_IN = '06';
const PETTY_CASH = 3;
const PETTY_DOLLARS = 120;
const FROM_FUND_DOLLARS = 60;
const RESTRICTED = ['building-fund', 'missions', 'benevolence'];

type Receipt = { on: string; key: string; dollars: number; payer: string };

function noteIncome(diary: Diary, { idOf }: Books, { on, key, dollars, payer }: Receipt): void {
  diary.note({ on, time: '17:20', about: on }, 'treasurer', async (app) => {
    await createOtherIncome(app, {
      date: on,
      amount: moneyOf(dollars),
      incomeCategoryId: idOf('IncomeCategory', key),
      accountId: CHECKING,
      fundId: null,
      payer,
      reference: null,
      memo: null,
    });
  });
}

function noteTransfers(diary: Diary, { idOf, funds }: Books, on: string): void {
  const when = { on, about: on };
  const own = { fundId: null, loan: false, repays: null };
  const nowhere = { fromAccountId: null, toAccountId: null, fromFundId: null, toFundId: null, reason: null, ...own };

  diary.note({ ...when, time: '10:30' }, 'treasurer', async (app) => {
    const [amount, memo] = [moneyOf(PETTY_DOLLARS), 'Petty cash for the year'];
    await createTransfer(app, {
      ...nowhere,
      date: on,
      amount,
      memo,
      fromAccountId: CHECKING,
      toAccountId: PETTY_CASH,
    });
  });
  let pending: number | undefined;
  diary.note({ ...when, time: '10:40' }, 'treasurer', async (app) => {
    const amount = moneyOf(FROM_FUND_DOLLARS);
    const fromFundId = RESTRICTED.map((key) => idOf('Fund', key)).find((id) => funds.take(id, amount));
    if (fromFundId === undefined) return;
    const texts = { memo: 'Share of the office costs', reason: 'The General fund paid costs of this purpose' };
    const sides = { fromFundId, toFundId: GENERAL_FUND };
    pending = (await createTransfer(app, { ...nowhere, ...sides, ...texts, date: on, amount })).id;
  });
  diary.note({ ...when, time: '19:10' }, 'elder', async (app) => {
    if (pending !== undefined) await approveTransfer(app, pending);
  });
}

const SHARE_DOLLARS = 90;

/** Plans an entry that moves a share of the utilities from Facilities to Fellowship. It changes no total. */
function noteShare(diary: Diary, { idOf }: Books, on: string): void {
  diary.note({ on, time: '17:40', about: on }, 'treasurer', async (app) => {
    const share = {
      accountId: null,
      incomeCategoryId: null,
      netAssets: false,
      fundId: null,
      functionalClass: null,
      subCategoryId: idOf('ExpenseSubCategory', 'facilities/utilities'),
    };
    const amount = moneyOf(SHARE_DOLLARS);
    await createEntry(app, {
      date: on,
      memo: 'Share of the utilities for the fellowship hall',
      yearEnd: false,
      lines: [
        { ...share, ministryId: idOf('Ministry', 'fellowship'), debit: amount, credit: null },
        { ...share, ministryId: idOf('Ministry', 'facilities'), debit: null, credit: amount },
      ],
    });
  });
}
