import type { App } from '../../../app.ts';
import { badField } from '../../../errors.ts';
import { breathe } from '../../../lib/chunks.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import type { Decisions } from '../../imports/decisions.ts';
import type { Planned } from '../../imports/import-kinds.ts';
import { grouped } from '../../imports/plan.ts';
import { type ImportOptions, runImport } from '../../imports/run.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { refuseUnfitAccount } from '../deposits/service.ts';
import { itemsOf, membersAdded, totalOf, withoutGiver } from '../import/service.ts';
import { type PayoutPlan, planPayouts } from './plan.ts';
import type { PayoutTable } from './row-rules.ts';
import type { PayoutImport } from './schema.ts';
import { writePayouts } from './write.ts';

export type PayoutOptions = ImportOptions & {
  /** The account in which the money lies until the service pays it out. */
  accountId: number;
  /** The account that receives the payouts; null for the default account. */
  bankAccountId: number | null;
  /** The name of the category for gifts that name no fund. */
  category: string | undefined;
  /** Whether givers who are not yet members are added as members, and those who only resemble a member, too. */
  createMembers: boolean;
  createSimilar: boolean;
  /** What was decided about givers who resemble a member. */
  decisions: Decisions;
};

type Outcome = Omit<PayoutImport, 'ignoredColumns' | 'encoding'> & { planned: Planned };

/**
 * Books what a payment service did, or nothing: each gift with its giver, the fees, refunds and chargebacks, and the
 * payouts to the bank. A row that was imported before is skipped, so the same file and a longer one add only what is new.
 * Raises `file_refused` with every bad row, `validation_failed` and `unknown_reference` for an account or a category that
 * does not fit, and `forbidden` if there are fees and nobody can own them.
 */
export async function importPayouts(app: App, table: PayoutTable, options: PayoutOptions): Promise<Outcome> {
  const { account, bankId } = await accountsOf(app, options);
  const wanted = { ...options, accountId: account.id, program: options.program, blankGivers: true };
  const importer = {
    kind: 'payouts' as const,
    rows: table.rows.length,
    plan: (app: App) => planPayouts(app, table, wanted),
    write: (app: App, plan: PayoutPlan) => writePayouts(app, plan, { account, bankId, progress: options.progress }),
  };
  const { plan, importId } = await runImport(app, importer, { ...options, allowDuplicates: true });
  await breathe();
  const summary = summaryOf(plan);
  return {
    dryRun: options.dryRun,
    importId,
    program: options.program?.name ?? null,
    rows: table.rows.length,
    plan: summary,
    duplicates: plan.gifts.duplicates,
    warnings: plan.gifts.warnings,
    membersCreated: membersAdded(plan.gifts),
    planned: { importId, sameFileAs: null, faults: plan.faults, items: itemsOf(plan.gifts), plan: summary },
  };
}

async function accountsOf(
  app: App,
  { accountId, bankAccountId }: PayoutOptions,
): Promise<{ account: Account; bankId: number }> {
  const accounts = await accountsById(app);
  const bankId = bankAccountId ?? [...accounts.values()].find(({ isDefault }) => isDefault)?.id ?? 0;
  await refuseUnfitAccount(app, accountId);
  await refuseUnfitAccount(app, bankId);
  const account = accounts.get(accountId);
  if (!account || account.id === bankId) {
    throw badField(
      'accountId',
      'same',
      'must not be the account that receives the payouts; choose the account of the payment service, or another with --bank',
    );
  }
  return { account, bankId };
}

const counted = (all: readonly { amount: Minor }[]) => ({
  count: all.length,
  total: addMoney(ZERO, ...all.map(({ amount }) => amount)),
});

function summaryOf({ gifts, entries, leftOut, skipped, open, moved, ...plan }: PayoutPlan): PayoutImport['plan'] {
  return {
    create: entries.filter(({ row }) => row !== null).length,
    skip: skipped,
    leaveOut: grouped(leftOut),
    withoutGiver: withoutGiver(gifts),
    total: totalOf(gifts),
    refunds: counted(plan.reversals),
    regained: counted(plan.regained),
    fees: counted(plan.fees),
    payouts: plan.payouts.map(({ entry: { payout }, date, amount }) => ({ payout, date, amount })),
    openPoints: open.map(({ row, charge, gross }) => ({ line: row?.line ?? null, charge, amount: gross })),
    moved,
  };
}
