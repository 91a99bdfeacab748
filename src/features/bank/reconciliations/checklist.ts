import type { App } from '../../../app.ts';
import type { AccountDocument } from '../../../books/account-documents.ts';
import { accountBalancesAt } from '../../../books/balances.ts';
import {
  type Check,
  type CheckedMonth,
  type CheckItem,
  type ChecklistEntries,
  done,
  look,
  shorten,
} from '../../../books/checklist.ts';
import { addDays, type CalendarDate, monthRange } from '../../../lib/date.ts';
import { formatMoney, negateMoney } from '../../../lib/money.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { isAtBank } from '../accounts.ts';
import { openDocuments } from '../matches/documents.ts';
import { lastDays } from './queries.ts';

/** Asks for the reconciliation of every account at a bank, and names what is outstanding for long. */
export const bankChecklist: ChecklistEntries = { openItems: async () => [], checks };

/** After how many days an outstanding check or deposit is named. */
const LONG = 90;

async function checks(app: App, month: CheckedMonth): Promise<Check[]> {
  const { to } = monthRange(month);
  const used = await accountBalancesAt(app.db, to);
  const accounts = [...(await accountsById(app)).values()].filter((one) => isAtBank(one) && used.has(one.id));
  const reconciled = await lastDays(app.db);
  const started = accounts.filter(({ id }) => reconciled.has(id));
  return [reconciliationCheck(accounts, reconciled, to), await outstandingCheck(app, started, addDays(to, -LONG))];
}

function reconciliationCheck(
  accounts: readonly Account[],
  reconciled: ReadonlyMap<number, CalendarDate>,
  to: CalendarDate,
): Check {
  const behind = accounts.filter(({ id }) => (reconciled.get(id) ?? '') < to);
  if (behind.length === 0) return done('reconciliation', `All accounts at a bank are reconciled up to ${to}.`);
  const named = shorten(behind.map(({ id, name }) => `${name} (vestry bank reconcile ${id})`));
  return look('reconciliation', `Compare these accounts with the bank statement up to ${to}: ${named}.`, {
    items: behind.map(({ id, name }) => ({ type: 'Account', id, name, date: reconciled.get(id) ?? null })),
  });
}

async function outstandingCheck(app: App, accounts: readonly Account[], day: CalendarDate): Promise<Check> {
  const old: { words: string; item: Partial<CheckItem> }[] = [];
  for (const account of accounts) {
    const open = [...(await openDocuments(app, account.id)).values()];
    old.push(
      ...open
        .filter(({ date }) => date < day)
        .map((document) => ({
          words: wordsOf(account, document),
          item: { ...document, name: account.name },
        })),
    );
  }
  if (old.length === 0)
    return done('outstanding', `Nothing has been outstanding at the bank for more than ${LONG} days.`);
  return look(
    'outstanding',
    `The bank has not seen these for more than ${LONG} days: ${shorten(old.map(({ words }) => words))}. Ask about them.`,
    { items: old.map(({ item }) => item) },
  );
}

const WORDS: Record<AccountDocument['type'], string> = {
  Giving: 'giving',
  Deposit: 'deposit',
  Payment: 'payment',
  OtherIncome: 'other income',
  Transfer: 'transfer',
  JournalEntry: 'adjusting entry',
  OutstandingItem: 'item of the opening',
};

function wordsOf({ name }: Account, { type, id, date, amount }: AccountDocument): string {
  return `${WORDS[type]} ${id} of ${date} (${formatMoney(amount < 0 ? negateMoney(amount) : amount)}, ${name})`;
}
