/** Writes other income, transfers, adjusting entries and the opening of the books as transactions. */
import { PAID_EARLY, PAYABLE } from '../../../books/account-kinds.ts';
import type {
  BookedEntry,
  BookedIncome,
  BookedOpening,
  BookedTransfer,
  EntryLine,
} from '../../../books/ledger-documents.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import type { BookedRelease } from '../../../books/releases.ts';
import { negateMoney } from '../../../lib/money.ts';
import { type Chart, EQUITY } from './chart.ts';
import { fundPosting, spentPosting } from './fund-side.ts';
import { known, numbered, payeeAndNote, type Posting, transaction } from './transaction.ts';

/** Returns the opening of the books as text. The changes of the funds are posted to an equity account. */
export function openingText({ id, date, ...opening }: BookedOpening, chart: Chart): string {
  const { accounts, funds, payables, unpaid, paidEarly } = opening;
  const payable = known(chart.accounts, PAYABLE);
  return transaction(`${date} (O${id}) Opening of the books`, chart, [
    ...accounts.map(({ accountId, amount }) => ({ account: known(chart.accounts, accountId), amount })),
    ...payables.map(({ vendor, amount }) => ({ account: payable, amount: negateMoney(amount), tags: { vendor } })),
    { account: payable, amount: negateMoney(unpaid) },
    { account: known(chart.accounts, PAID_EARLY), amount: paidEarly },
    ...funds.map(({ fundId, amount }) =>
      fundPosting({ account: EQUITY.opening, fundId, amount: negateMoney(amount) }, chart),
    ),
  ]);
}

/** Returns other income as text. */
export function incomeText(income: BookedIncome, chart: Chart): string {
  const { id, date, amount, incomeCategoryId, accountId, fundId, payer, reference, memo, reversalOf } = income;
  const account = known(chart.incomes, incomeCategoryId);
  const note = memo ?? (payer === null ? 'Other income' : null);
  return transaction(`${date} (I${id}) ${payeeAndNote(payer, note)}`, chart, [
    { account: known(chart.accounts, accountId), amount, tags: { reference } },
    fundPosting({ account, fundId, amount: negateMoney(amount), reverses: numbered('I', reversalOf) }, chart),
  ]);
}

/**
 * Returns a transfer as text. If a transfer names no accounts, its two cash postings are both in the default account
 * and cancel each other out. A loan between funds has no postings to funds, because their balances stay.
 */
export function transferText(transfer: BookedTransfer, chart: Chart): string {
  const { id, date, amount, fromAccountId, toAccountId, memo, reversalOf } = transfer;
  const { fromFundId, toFundId } = transfer.staysOwed ? { fromFundId: null, toFundId: null } : transfer;
  const accountOf = (accountId: number | null) =>
    accountId === null ? chart.defaultAccount : known(chart.accounts, accountId);
  const account = EQUITY.transfers;
  const taken = negateMoney(amount);
  const reverses = numbered('T', reversalOf);
  return transaction(`${date} (T${id}) ${payeeAndNote('Transfer', memo)}`, chart, [
    { account: accountOf(toAccountId), amount, tags: { reverses } },
    { account: accountOf(fromAccountId), amount: taken, tags: { reverses } },
    ...(toFundId === null ? [] : [fundPosting({ account, fundId: toFundId, amount: taken, reverses }, chart)]),
    ...(fromFundId === null ? [] : [fundPosting({ account, fundId: fromFundId, amount, reverses }, chart)]),
  ]);
}

/** Returns what an expense released as text: the money passes from its funds to the General fund. */
export function releaseText({ id, date, description, parts }: BookedRelease, chart: Chart): string {
  const account = EQUITY.transfers;
  return transaction(
    `${date} (R${id}) ${payeeAndNote('Release', description)}`,
    chart,
    parts.flatMap(({ fundId, amount }) => [
      fundPosting({ account, fundId, amount }, chart),
      fundPosting({ account, fundId: GENERAL_FUND, amount: negateMoney(amount) }, chart),
    ]),
  );
}

/** Returns an adjusting entry as text, on its own date. */
export function entryText({ id, date, memo, reversalOf, lines }: BookedEntry, chart: Chart): string {
  const reverses = numbered('J', reversalOf);
  return transaction(
    `${date} (J${id}) ${payeeAndNote(null, memo)}`,
    chart,
    lines.map((line) => linePosting(line, reverses, chart)),
  );
}

function linePosting(line: EntryLine, reverses: string | null, chart: Chart): Posting {
  const { accountId, subCategoryId, incomeCategoryId, fundId, amount } = line;
  if (accountId !== null) return { account: known(chart.accounts, accountId), amount, tags: { reverses } };
  if (subCategoryId !== null) return spentPosting(line, reverses, chart);
  const account = incomeCategoryId === null ? EQUITY.adjustments : known(chart.incomes, incomeCategoryId);
  return fundPosting({ account, fundId, amount, reverses }, chart);
}
