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
import { hidesTexts } from '../lines/shown.ts';
import { namedReferences, openDocuments } from '../matches/documents.ts';
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
  const isStarted = ({ id }: Account) => reconciled.has(id);
  return [
    reconciliationCheck(accounts, reconciled, to),
    await outstandingCheck(app, { accounts, isStarted }, addDays(to, -LONG)),
  ];
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

/**
 * Names what has been outstanding for long. Of an account that was never reconciled, only the items of the opening are
 * known to be outstanding. If nothing is found, the check names the accounts that it could look at.
 */
async function outstandingCheck(
  app: App,
  { accounts, isStarted }: { accounts: readonly Account[]; isStarted: (account: Account) => boolean },
  day: CalendarDate,
): Promise<Check> {
  const isHidden = hidesTexts(app.actor);
  const old: { words: string; item: Partial<CheckItem> }[] = [];
  for (const account of accounts) {
    const late = [...(await openDocuments(app, account.id)).values()].filter(
      ({ date, type }) => date < day && (isStarted(account) || type === 'OutstandingItem'),
    );
    const referenceOf = await namedReferences(app, account.id, late);
    old.push(
      ...late.map((document) => ({
        words: wordsOf(account, document, isHidden(document) ? undefined : referenceOf(document)),
        item: { ...document, name: account.name },
      })),
    );
  }
  if (old.length > 0) {
    const words = shorten(old.map((one) => one.words));
    return look('outstanding', `The bank has not seen these for more than ${LONG} days: ${words}. Ask about them.`, {
      items: old.map(({ item }) => item),
    });
  }
  const started = accounts.filter(isStarted);
  if (started.length === accounts.length)
    return done('outstanding', `Nothing has been outstanding at the bank for more than ${LONG} days.`);
  if (started.length > 0)
    return done(
      'outstanding',
      `Nothing has been outstanding for more than ${LONG} days in ${namesOf(started)}. The other accounts were never reconciled.`,
      { items: started.map(itemOf) },
    );
  return look(
    'outstanding',
    `These accounts were never reconciled, so nobody knows what is outstanding: ${namesOf(accounts)}.`,
    { items: accounts.map(itemOf) },
  );
}

const namesOf = (accounts: readonly Account[]) => shorten(accounts.map(({ name }) => name));
const itemOf = ({ id, name }: Account): Partial<CheckItem> => ({ type: 'Account', id, name });

const WORDS: Record<AccountDocument['type'], string> = {
  Giving: 'giving',
  Deposit: 'deposit',
  Payment: 'payment',
  OtherIncome: 'other income',
  Transfer: 'transfer',
  JournalEntry: 'adjusting entry',
  OutstandingItem: 'item of the opening',
};

function wordsOf(
  { name }: Account,
  { type, id, date, amount }: AccountDocument,
  reference: string | undefined,
): string {
  const number = reference === undefined ? String(id) : `${id}, ${reference},`;
  return `${WORDS[type]} ${number} of ${date} (${formatMoney(amount < 0 ? negateMoney(amount) : amount)}, ${name})`;
}
