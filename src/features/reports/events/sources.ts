/**
 * Reads what happened in a month: the entries of the audit log that say so, and the records that they are about. Nothing
 * is noted twice, so the list cannot differ from the log.
 */
import type { App } from '../../../app.ts';
import { type Month, monthRange } from '../../../lib/date.ts';
import { userNamesOf } from '../../access/users/joins.ts';
import { instantsOf } from '../../audit/days.ts';
import { entriesAbout, entriesOfActions } from '../../audit/reading.ts';
import type { AuditEntry } from '../../audit/schema.ts';
import { postedAlone } from '../../accounting/journal-entries/service.ts';
import { rulesById } from '../../bank/bank-rules/service.ts';
import { countsOfGifts, countsOfSessions } from '../../giving/offerings/kept-counts.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { partakersOf } from '../../spending/expenses/own-approvals.ts';
import { expensesById } from '../../spending/expenses/service.ts';
import { feesEntered } from '../../spending/payments/kept-fees.ts';
import { vendorsById } from '../../spending/vendors/service.ts';

/** The actions that may be an event. Fees are found by their expenses. */
const ACTIONS = [
  'OfferingSessionReopened',
  'GivingReversed',
  'GivingUpdated',
  'PaymentVoided',
  'PaymentDeleted',
  'ExpenseReversed',
  'OtherIncomeReversed',
  'TransferReversed',
  'JournalEntryReversed',
  'ExpenseApproved',
  'ExpenseFirstApproved',
  'VendorUpdated',
  'VendorDeleted',
  'AccountUpdated',
  'AccountsByMethodUpdated',
  'BankRuleCreated',
  'BankRuleUpdated',
  'BankRuleDeleted',
  'ApprovalRulesUpdated',
  'FundUpdated',
  'AccountCreated',
  'UserCreated',
  'UserActivated',
  'UserUpdated',
  'SecondFactorReset',
  'AuthenticatorRemoved',
  'PasskeyRemoved',
  'SecondFactorRulesUpdated',
  'JournalEntryCreated',
  'JournalEntryUpdated',
  'JournalEntryApproved',
  'BackupFailed',
];

/** The kinds of documents that can be reversed. */
const REVERSED = ['Giving', 'Expense', 'OtherIncome', 'Transfer', 'JournalEntry'] as const;

/** What the rules need to know besides an entry. All maps have ids as keys, those of reversals `TYPE/ID`. */
export type Sources = Awaited<ReturnType<typeof readSources>>;

/** Returns the entries of a month that may be events, and what they are about. */
export async function readSources(app: App, month: Month) {
  const { since = '', before = '' } = await instantsOf(app, monthRange(month));
  const found = await entriesOfActions(app.db, ACTIONS, { since, before });
  const fees = await feesEntered(app.db, { since, before });
  const ofFees = await entriesAbout(app.db, { entityType: 'Expense', ids: fees, actions: ['ExpenseCreated'] });
  const entries = [...found, ...ofFees].toSorted((one, other) => one.id - other.id);
  const idsOf = (entityType: string, actions: string) =>
    entries.flatMap((entry) =>
      entry.entityType === entityType && entry.action.startsWith(actions) ? Number(entry.entityId) : [],
    );
  const approved = [...idsOf('Expense', 'ExpenseApproved'), ...idsOf('Expense', 'ExpenseFirstApproved')];
  const { items: groups } = await listExpenseCategories(app);
  return {
    entries,
    fees: new Set(fees),
    reversals: await readReversals(app, entries),
    sessions: await countsOfSessions(app.db, idsOf('OfferingSession', '')),
    gifts: await countsOfGifts(app.db, idsOf('Giving', 'GivingUpdated')),
    expenses: await expensesById(app, approved),
    partakers: await partakersOf(app.db, approved),
    posted: await postedAlone(app, idsOf('JournalEntry', '')),
    lines: await readLines(app, idsOf('JournalEntry', 'JournalEntryApproved')),
    vendors: await vendorsById(app, [
      ...idsOf('Vendor', ''),
      ...entries.flatMap(({ changes }) => idOf(changes['mergedInto']?.[1])),
    ]),
    rules: await rulesById(app, idsOf('BankRule', '')),
    users: await userNamesOf(app.db, idsOf('User', '')),
    accounts: await accountsById(app),
    funds: await fundsById(app),
    depreciation: new Set(
      groups.flatMap(({ subCategories }) =>
        subCategories.flatMap(({ id, form990LineCode }) => (form990LineCode === DEPRECIATION ? [id] : [])),
      ),
    ),
  };
}

/** The line of Form 990, Part IX, for depreciation. */
const DEPRECIATION = '22';

const idOf = (value: unknown): number[] => (typeof value === 'number' ? [value] : []);

/** Returns what the log says about the reversals that entries name. */
async function readReversals(app: App, entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, AuditEntry>> {
  const reversals = new Map<string, AuditEntry>();
  for (const entityType of REVERSED) {
    const own = entries.filter(({ action }) => action === `${entityType}Reversed`);
    const ids = own.flatMap(({ changes }) => idOf(changes['reversedBy']?.[1]));
    const created = await entriesAbout(app.db, { entityType, ids, actions: [`${entityType}Created`] });
    for (const entry of created) reversals.set(`${entityType}/${entry.entityId}`, entry);
  }
  return reversals;
}

/** Returns the last entry that has the lines of each adjusting entry. An approval leaves them as they are. */
async function readLines(app: App, ids: readonly number[]): Promise<ReadonlyMap<string, AuditEntry>> {
  const actions = ['JournalEntryCreated', 'JournalEntryUpdated'];
  const told = await entriesAbout(app.db, { entityType: 'JournalEntry', ids, actions });
  return new Map(told.filter(({ changes }) => changes['lines']).map((entry) => [entry.entityId, entry]));
}
