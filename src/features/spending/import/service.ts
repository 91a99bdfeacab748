import { type App, created } from '../../../app.ts';
import { lastIdGiven } from '../../../db/sequence.ts';
import { AppError, badField } from '../../../errors.ts';
import { addMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { fold } from '../../../lib/fold.ts';
import { byNames } from '../../../lib/named.ts';
import { permissionsOfAll } from '../../../permissions.ts';
import { changesOfNew } from '../../audit/rules.ts';
import { listExpenseCategories } from '../categories/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import { addInParts, idsOf, type ImportOptions, runImport } from '../../imports/run.ts';
import type { Planned } from '../../imports/import-kinds.ts';
import { grouped } from '../../imports/plan.ts';
import { memberIdentities } from '../../people/members/service.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { latestDate } from '../../church/profile/service.ts';
import type { User } from '../../access/users/schema.ts';
import { credentialsOf, getUser } from '../../access/users/service.ts';
import { vendorsNamed } from '../vendors/service.ts';
import { type Plan, type PlannedExpense, type PlannedSplit, planExpenses, type Records } from './plan.ts';
import { addExpenses, listExisting, listSpentOn } from './queries.ts';
import { candidatesOf, type ExpenseTable } from './rows.ts';
import type { ExpenseImport } from './schema.ts';
import { documentOf } from '../expenses/rules.ts';
import { insertSplits } from '../expenses/split-queries.ts';
import { NO_RELEASE, type Split } from '../../../books/expense-lines.ts';
import { Expense } from '../expenses/schema.ts';

type ExpenseOptions = ImportOptions & {
  /** The e-mail address of the user who will own the drafts. */
  submittedBy: string;
  /** The name of the ministry for rows that name none. */
  ministry: string | undefined;
};

type Outcome = Omit<ExpenseImport, 'ignoredColumns' | 'encoding'> & { planned: Planned };

/**
 * Adds the expenses of a table as drafts of a user, all or none, without their approvals and payments. Raises
 * `not_found` for an unknown user, `forbidden` for a user who may not submit expenses or is deactivated,
 * `validation_failed` for an unknown ministry, and `file_refused` with every bad row. Also raises `file_refused` for a
 * file that was imported before, unless `allowDuplicates` is set or all its expenses exist already.
 */
export async function importExpenses(app: App, table: ExpenseTable, options: ExpenseOptions): Promise<Outcome> {
  const { dryRun, progress } = options;
  const { faults, ...rows } = await candidatesOf(table, await latestDate(app));
  const importer = {
    kind: 'expenses' as const,
    rows: table.rows.length,
    plan: async (app: App) => {
      const owner = await ownerNamed(app, options.submittedBy);
      const records = await readRecords(app, rows);
      const ministry = ministryNamed(records.ministries, options.ministry);
      const plan = await planExpenses(rows, records, { ...table, ministry });
      return { ...plan, owner, faults: [...faults, ...plan.faults] };
    },
    write: (app: App, plan: OwnedPlan) => write(app, plan, progress),
  };
  const { plan, importId, sameFileAs } = await runImport(app, importer, options);
  return outcomeOf(table, plan, { dryRun, importId, sameFileAs });
}

type OwnedPlan = Plan & { owner: User };

async function ownerNamed(app: App, email: string): Promise<User> {
  const credentials = await credentialsOf(app, email);
  if (!credentials) throw new AppError('not_found', `There is no user with the e-mail address ${email}.`);
  const user = await getUser(app, credentials.id);
  if (!user.isActive) {
    throw new AppError('forbidden', `The account of ${email} is deactivated. Name somebody else with --submitted-by.`);
  }
  if (!permissionsOfAll(user.roles).has('expenses.submit')) {
    throw new AppError('forbidden', `${email} may not submit expenses. Name somebody else with --submitted-by.`);
  }
  return user;
}

function ministryNamed(ministries: readonly Ministry[], name: string | undefined): Ministry | null {
  if (name === undefined) return null;
  const usable = ministries.filter(({ isActive }) => isActive);
  const ministry = byNames(usable).get(fold(name));
  if (ministry) return ministry;
  const names = usable.map((one) => one.name).join(', ');
  throw badField('ministry', 'unknown_reference', `does not name an active ministry. The active ones are: ${names}`);
}

type Rows = Omit<Awaited<ReturnType<typeof candidatesOf>>, 'faults'>;

async function readRecords(app: App, { candidates, reversals }: Rows): Promise<Records> {
  const dates = candidates.map(({ spending }) => spending.expenseDate).toSorted();
  const [from = '9999', to = from] = [dates[0], dates.at(-1)];
  const ids = [...candidates, ...reversals].flatMap(({ id }) => id ?? []);
  return {
    members: await memberIdentities(app),
    groups: (await listExpenseCategories(app)).items,
    ministries: (await listMinistries(app)).items,
    funds: (await listFunds(app)).items,
    accounts: [...(await accountsById(app)).values()],
    vendors: await vendorsNamed(
      app,
      candidates.flatMap(({ spending }) => spending.vendor ?? []),
    ),
    existing: await listExisting(app.db, ids),
    spent: await listSpentOn(app.db, { from, to }),
    lastId: await lastIdGiven(app.db, 'expenses'),
  };
}

/** Adds the expenses of a plan. Returns their ids, or null if there are none. */
async function write(app: App, { expenses, owner }: OwnedPlan, progress: ImportOptions['progress']) {
  if (expenses.length === 0) return null;
  const own = { status: 'Draft' as const, submittedBy: owner.id, ...created(app) };
  const insert = async (part: readonly PlannedExpense[]) => {
    await addExpenses(
      app.db,
      part.map((planned) => ({ ...columnsOf(planned), ...own })),
    );
    await insertSplits(
      app.db,
      part.map((planned) => ({ id: planned.id, splits: purposeOf(planned).splits?.map(toStored) ?? null })),
    );
  };
  const adder = {
    insert,
    kind: 'expense' as const,
    documentOf: ({ id, candidate: { spending }, paid }: PlannedExpense) => documentOf({ id, ...spending, ...paid }),
    factOf: (planned: PlannedExpense) => createdFact(planned, owner),
  };
  await addInParts(app, expenses, adder, progress);
  return { expenses: idsOf(expenses) };
}

function columnsOf(planned: PlannedExpense) {
  const { id, candidate, memberId, paid } = planned;
  const { amount, ...spending } = candidate.spending;
  const { single } = purposeOf(planned);
  return {
    id,
    ...spending,
    ...paid,
    amountMinor: amount,
    subCategoryId: single?.subCategory?.id ?? null,
    ministryId: single?.ministry?.id ?? null,
    fundId: single?.fund.id ?? null,
    functionalClass: single?.functionalClass ?? null,
    memberId,
  };
}

/** Returns what a planned expense is for: the single part of an ordinary expense, or the parts of any other. */
function purposeOf({ splits }: PlannedExpense) {
  const [only] = splits;
  if (only?.subCategory && only.form1099 === null && splits.length === 1) return { single: only, splits: null };
  return { single: null, splits };
}

function toStored({ subCategory, account, ministry, fund, ...part }: PlannedSplit): Split {
  const ids = { subCategoryId: subCategory?.id ?? null, accountId: account?.id ?? null };
  return { ...ids, ministryId: ministry?.id ?? null, fundId: fund.id, ...NO_RELEASE, ...part };
}

/** Returns the names of a part, in the form of the API. */
function namesOf({ subCategory, ministry, fund, functionalClass }: PlannedSplit) {
  return {
    subCategoryName: subCategory?.name ?? null,
    groupName: subCategory?.groupName ?? null,
    form990LineCode: subCategory?.form990LineCode ?? null,
    ministryName: ministry?.name ?? null,
    fundName: fund.name,
    effectiveFunctionalClass: subCategory ? (functionalClass ?? ministry?.defaultFunctionalClass ?? null) : null,
  };
}

function createdFact(planned: PlannedExpense, owner: User) {
  const { amountMinor, ...columns } = columnsOf(planned);
  const { single, splits } = purposeOf(planned);
  const values = {
    ...columns,
    amount: toDecimal(amountMinor),
    ...(single && namesOf(single)),
    splits: splits?.map((split) => ({
      ...toStored(split),
      ...namesOf(split),
      accountName: split.account?.name ?? null,
      amount: toDecimal(split.amount),
    })),
    status: 'Draft',
    submittedBy: owner.id,
    submittedByName: owner.displayName,
    approvals: [],
    rejections: [],
  };
  return {
    action: 'ExpenseCreated',
    entityType: 'Expense',
    entityId: planned.id,
    changes: changesOfNew(Expense, values),
  };
}

function outcomeOf(
  { rows }: ExpenseTable,
  { expenses, owner, skipped, duplicates, reversals, refunds, faults }: OwnedPlan,
  about: Pick<Outcome, 'dryRun' | 'importId' | 'sameFileAs'>,
): Outcome {
  const { importId, sameFileAs } = about;
  const created = expenses.length;
  const totalAmount = expenses.reduce((sum, { candidate }) => addMoney(sum, candidate.spending.amount), ZERO);
  const items = expenses.map(({ candidate: { row, spending }, paid, splits }) => ({
    line: row.line,
    name: paid.vendor,
    date: spending.expenseDate,
    purpose: splits.map(({ subCategory, account }) => (subCategory ?? account)?.name).join(', '),
    amount: spending.amount,
    note: null,
  }));
  return {
    ...about,
    rows: rows.length,
    created,
    totalAmount,
    submittedBy: owner.id,
    submittedByName: owner.displayName,
    skipped,
    duplicates,
    reversals,
    refunds,
    planned: {
      importId,
      sameFileAs,
      faults,
      items,
      plan: {
        create: created,
        skip: skipped - reversals.length,
        leaveOut: grouped([
          ...reversals.map((row) => ({ ...row, reason: 'reversal' })),
          ...refunds.map((row) => ({ ...row, reason: 'refund' })),
        ]),
        withoutGiver: null,
        total: totalAmount,
        repeats: grouped(duplicates.map((row) => ({ ...row, reason: 'repeated' })))[0],
      },
    },
  };
}
