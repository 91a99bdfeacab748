import { type App, created, inTransaction, modified } from '../../../app.ts';
import { type FundClass, GENERAL_FUND, isOwned, isReleasedByPurchases } from '../../../books/fund-classes.ts';
import { fundLoansAt } from '../../../books/holdings.ts';
import { listFinalizedFrom } from '../../../books/period-queries.ts';
import { waitsForUse } from '../../../books/releases.ts';
import { isReferenced } from '../../../db/references.ts';
import { AppError, badField, missingReference, notFound, unknownReferences } from '../../../errors.ts';
import { LAST_DAY, monthOf } from '../../../lib/date.ts';
import { fold } from '../../../lib/fold.ts';
import { formatMoney } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { accountsById } from '../accounts/service.ts';
import { checkClasses } from './class-checks.ts';
import { findFirstUse } from './first-use.ts';
import {
  deleteFund as removeFund,
  findByName,
  insertFund,
  listFunds as readFunds,
  replaceReleases,
  updateFundColumns,
} from './queries.ts';
import { Fund, type NewFund } from './schema.ts';

/** Returns all funds, the General fund first. */
export async function listFunds(app: App): Promise<{ items: Fund[] }> {
  return { items: await readFunds(app.db) };
}

/** Returns all funds, by id. */
export async function fundsById(app: Pick<App, 'db'>): Promise<ReadonlyMap<number, Fund>> {
  return new Map((await readFunds(app.db)).map((fund) => [fund.id, fund]));
}

/** Returns one fund. Raises `not_found`. */
export async function getFund(app: App, id: number): Promise<Fund> {
  const fund = (await fundsById(app)).get(id);
  if (!fund) throw notFound('fund');
  return fund;
}

/** Adds a fund. Raises `name_taken`, and `validation_failed` for a second General fund. */
export function createFund(app: App, input: NewFund): Promise<Fund> {
  return inTransaction(app, async (app) => {
    refuseGeneral(input.class);
    const nameKey = await freeNameKey(app, input.name);
    await refuseOtherLoans(app, input);
    const id = await insertFund(app.db, { ...toColumns(input), nameKey, ...created(app) });
    await replaceReleases(app.db, id, input.releasesAccountIds ?? []);
    const fund = await getFund(app, id);
    await record(app, fundFact('FundCreated', null, fund));
    return fund;
  });
}

/**
 * Returns the Restricted fund with this name, and adds it if it does not exist. Raises `name_taken` if a fund of
 * another class has the name.
 */
export async function restrictedFundNamed(app: App, { name, nameZh }: Pick<NewFund, 'name' | 'nameZh'>): Promise<Fund> {
  const holder = await findByName(app.db, fold(name));
  const fund = holder === undefined ? undefined : await getFund(app, holder);
  if (fund?.class === 'Restricted') return fund;
  return createFund(app, { name, nameZh, class: 'Restricted', purpose: null, isActive: true });
}

/**
 * Replaces the fields of a fund. Raises `not_found` and `name_taken`. A change from or to the class General raises
 * `validation_failed`. A change of the class raises `fund_in_use` if finalized months include money of the fund.
 * So does closing a fund that owes another fund money, or is owed money, a change of the class to Custodial of such a
 * fund, and a change of the class of a fund whose purchases wait to be released. A change of the class raises
 * `prior_figures_differ` if the figures of the year before the books would no longer agree with the opening.
 */
export function updateFund(app: App, id: number, input: NewFund): Promise<Fund> {
  return inTransaction(app, async (app) => {
    const before = await getFund(app, id);
    if (input.class !== before.class) await refuseOtherClass(app, before, input.class);
    if (id === GENERAL_FUND && !input.isActive) {
      throw badField('isActive', 'general_fund', 'must be true, because the General fund is always in use');
    }
    if (before.isActive && !input.isActive) await refuseOwing(app, before, 'stays in use');
    const nameKey = await freeNameKey(app, input.name, id);
    await refuseOtherLoans(app, {
      ...input,
      releasesAccountIds: input.releasesAccountIds ?? before.releasesAccountIds,
    });
    await updateFundColumns(app.db, id, { ...toColumns(input), nameKey, ...modified(app) });
    if (input.releasesAccountIds) await replaceReleases(app.db, id, input.releasesAccountIds);
    if (input.class !== before.class) await checkClasses(app);
    const after = await getFund(app, id);
    await record(app, fundFact('FundUpdated', before, after));
    return after;
  });
}

/** Removes a fund that nothing refers to. Raises `not_found`, `fund_in_use`. */
export function deleteFund(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await getFund(app, id);
    if (id === GENERAL_FUND || (await isReferenced(app.db, 'funds', id, ['fundReleases']))) {
      throw new AppError('fund_in_use', `${before.name} is in use. Set isActive to false instead.`);
    }
    await replaceReleases(app.db, id, []);
    await removeFund(app.db, id);
    await record(app, fundFact('FundDeleted', before, null));
  });
}

/** Raises `unknown_reference`, and `validation_failed` for an account that is no loan and for a fund of another class. */
async function refuseOtherLoans(app: App, input: Pick<NewFund, 'class' | 'releasesAccountIds'>): Promise<void> {
  const ids = input.releasesAccountIds ?? [];
  if (ids.length === 0) return;
  const accounts = await accountsById(app);
  const missing = ids.flatMap((id, index) =>
    accounts.has(id) ? [] : [missingReference(`releasesAccountIds.${index}`, 'account')],
  );
  if (missing.length > 0) throw unknownReferences(missing);
  const other = ids.findIndex((id) => accounts.get(id)?.kind !== 'Loan');
  if (other >= 0) throw badField(`releasesAccountIds.${other}`, 'wrong_kind', 'must be an account of the kind Loan');
  if (isReleasedByPurchases(input.class)) return;
  throw badField('releasesAccountIds', 'wrong_class', 'is only for Restricted and Designated funds');
}

function refuseGeneral(fundClass: FundClass): void {
  if (fundClass !== 'General') return;
  throw badField('class', 'general_fund', 'must be another class, because there is only one General fund');
}

async function refuseOtherClass(app: App, fund: Fund, wanted: FundClass): Promise<void> {
  const { id, name, class: present } = fund;
  if (id === GENERAL_FUND) throw badField('class', 'general_fund', 'must stay General for the General fund');
  refuseGeneral(wanted);
  if (!isOwned(wanted)) await refuseOwing(app, fund, 'belongs to the church');
  if (!isReleasedByPurchases(wanted) && (await waitsForUse(app.db, id))) {
    throw new AppError(
      'fund_in_use',
      `What ${name} bought is still under construction, so it stays ${present}. Nothing was changed. First say since when that is in use.`,
    );
  }
  const since = await findFirstUse(app, id);
  if (since === undefined || (await listFinalizedFrom(app.db, monthOf(since))).length === 0) return;
  throw new AppError(
    'fund_in_use',
    `${name} is ${present} in finalized months, so its class stays. Nothing was changed. Add another fund of the class ${wanted}.`,
  );
}

/** Raises `fund_in_use` for a fund that owes money to another fund, or that another fund owes money. */
async function refuseOwing(app: App, { id, name }: Fund, stays: string): Promise<void> {
  const owed = (await fundLoansAt(app.db, LAST_DAY)).find(
    ({ fromFundId, toFundId }) => fromFundId === id || toFundId === id,
  );
  if (!owed) return;
  const funds = await fundsById(app);
  const [lender, borrower] = [funds.get(owed.fromFundId)?.name, funds.get(owed.toFundId)?.name];
  throw new AppError(
    'fund_in_use',
    `${borrower} still owes ${formatMoney(owed.amount)} to ${lender}, so ${name} ${stays}. Nothing was changed. Pay the loan back first.`,
  );
}

/** Returns the error for an attempt to use a fund that is no longer active. */
export function fundDisabled({ name }: { name: string }): AppError {
  return new AppError('fund_disabled', `The fund ${name} is no longer in use. Choose another fund.`);
}

async function freeNameKey(app: App, name: string, own?: number): Promise<string> {
  const nameKey = fold(name);
  const holder = await findByName(app.db, nameKey);
  if (holder === undefined || holder === own) return nameKey;
  throw new AppError('name_taken', `There is already a fund named ${name}.`);
}

function toColumns({ isActive, releasesAccountIds: _loans, ...rest }: NewFund) {
  return { ...rest, isActive: isActive ? (1 as const) : (0 as const) };
}

function fundFact(action: string, before: Fund | null, after: Fund | null): Fact {
  return {
    action,
    entityType: 'Fund',
    entityId: (after ?? before)?.id ?? '',
    changes: changesBetween(Fund, before, after),
  };
}
