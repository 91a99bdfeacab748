/** Reads gifts from the rows of a givings file. Each row is checked by itself, without the church's records. */
import { inFuture } from '../../../errors.ts';
import { headerKey } from '../../../lib/import-columns.ts';
import type { ImportFault, ImportRow, ImportTable } from '../../../lib/import-table.ts';
import { addMoney, type Minor, negateMoney } from '../../../lib/money.ts';
import { fold } from '../../../lib/fold.ts';
import { remembered } from '../../../lib/remembered.ts';
import { check } from '../../../validate.ts';
import { numberOf, readCandidates, saidOf, textOf } from '../../imports/rows.ts';
import type { NamedPerson } from '../../people/import/person-finder.ts';
import { GIVING_IMPORT_FIELDS, type GivingField } from './columns.ts';
import { type NamedPart, parseParts } from '../givings/part-text.ts';
import { ReversalKind } from '../givings/reversal-kinds.ts';
import { GivingFields } from '../givings/schema.ts';
import { withRightSource } from '../givings/source-schema.ts';
import { isOneOf } from './words.ts';

export type GivingTable = ImportTable<GivingField>;
export type Row = ImportRow<GivingField>;

/** The schema of a giving without its references to the church's records: categories, giver and session. */
const Gift = withRightSource(
  GivingFields.omit({
    categoryId: true,
    parts: true,
    memberId: true,
    offeringNumber: true,
    sessionId: true,
  }),
);

/** A row without errors. The amounts of a reversal are negative. */
export type Candidate = {
  row: Row;
  gift: ReturnType<typeof giftOf>;
  giver: NamedPerson | null;
  category: string | null;
  /**
   * The parts of a gift that is split over several categories. Only Vestry's own export writes such parts. In a
   * reversal, their amounts are negative.
   */
  parts: NamedPart[] | null;
  sessionDate: string | null;
  /** Whether the row says that the gift is tax-deductible; null if the row does not say. */
  isTaxDeductible: boolean | null;
  /** The id of the giving in the records of the church that exported the file. */
  id: number | null;
  /** The id, in the same records, of the giving that the row reverses. */
  reversalOf: number | null;
  /**
   * The kind of reversal. A file of an earlier version of Vestry does not contain the kind, because all its reversals
   * are corrections.
   */
  reversalKind: ReversalKind | null;
};

/**
 * Returns the candidates in the rows of a table, and the faults found by checking each row by itself. `latest` is the
 * last date that a row may have.
 */
export async function candidatesOf(
  table: GivingTable,
  latest: string,
): Promise<{ candidates: Candidate[]; faults: ImportFault[] }> {
  const whoGave = giverReader(table.headers);
  const { candidates, faults } = await readCandidates(table, (row: Row) => {
    const who = whoGave(row);
    const checked = check(Gift, inputOf(row, who));
    const errors = [
      ...signFaults(row),
      ...('errors' in checked ? checked.errors.map((error) => ({ ...error, path: fieldOf(row, error.path) })) : []),
      ...dateFaults(row, latest),
      ...deductibleFaults(row),
      ...partFaults(row),
      ...kindFaults(row),
    ];
    return { errors, candidate: 'errors' in checked ? null : candidateOf(row, checked.value, who) };
  });
  return { candidates: withFamilyEnvelopes(candidates), faults };
}

/** Gives the rows of a family that lack an envelope number the one that other rows of the same family have. */
function withFamilyEnvelopes(candidates: Candidate[]): Candidate[] {
  const envelopes = new Map<string, Set<string>>();
  for (const { giver } of candidates) {
    if (!giver?.familyNumber || giver.offeringNumber === null) continue;
    const known = envelopes.get(giver.familyNumber) ?? new Set();
    envelopes.set(giver.familyNumber, known.add(giver.offeringNumber));
  }
  if (envelopes.size === 0) return candidates;
  return candidates.map((candidate) => {
    const { giver } = candidate;
    if (!giver?.familyNumber || giver.offeringNumber !== null) return candidate;
    const [offeringNumber = null, ...others] = envelopes.get(giver.familyNumber) ?? [];
    return others.length > 0 ? candidate : { ...candidate, giver: { ...giver, offeringNumber } };
  });
}

function candidateOf(row: Row, gift: typeof Gift._zod.output, { giver }: Who): Candidate {
  const { categoryName, parts, sessionDate, id, reversalOf, reversalKind } = row.values;
  return {
    row,
    gift: giftOf(gift, reversalOf !== undefined),
    giver: gift.isAnonymous ? null : giver,
    category: textOf(categoryName),
    parts: parts === undefined ? null : (parseParts(String(parts)) ?? null),
    sessionDate: textOf(sessionDate),
    isTaxDeductible: deductibilityOf(row),
    id: numberOf(id),
    reversalOf: numberOf(reversalOf),
    reversalKind: reversalOf === undefined ? null : (ReversalKind.safeParse(reversalKind).data ?? 'Correction'),
  };
}

const keyOf = remembered(headerKey);

/** Returns whether a row says that its gift is tax-deductible; null if it does not say. One No is enough. */
function deductibilityOf({ values }: Row): boolean | null {
  const { isTaxDeductible, isNotDeductible, method } = values;
  const isDenied =
    isNotDeductible === 'true' || (method !== undefined && isOneOf('notDeductible', keyOf(String(method))));
  if (isDenied || isTaxDeductible === 'false') return false;
  return isTaxDeductible === undefined && isNotDeductible === undefined ? null : true;
}

/** Completes a gift in its own object, because a copy of each of many gifts takes time and memory. */
function giftOf(gift: typeof Gift._zod.output, isReversal: boolean) {
  const { amount, benefitAmount, giftDate, companyName } = gift;
  const signed = (value: Minor) => (isReversal ? negateMoney(value) : value);
  return Object.assign(gift, {
    amount: signed(amount),
    benefitAmount: benefitAmount && signed(benefitAmount),
    giftDate: giftDate ?? gift.date,
    companyName: gift.isAnonymous ? null : companyName,
  });
}

const REFERENCES = ['checkNumber', 'zelleReference', 'payPalReference'] as const;
/** The fields that a gift takes from the row as they are. */
const DIRECT = GIVING_IMPORT_FIELDS.filter(
  ({ name }) => name in Gift.shape && ![...REFERENCES, 'method', 'isAnonymous'].includes(name),
);

/**
 * Returns a row in the form of a request. The amounts of a reversal are made positive, because a request must have
 * positive amounts.
 */
function inputOf(row: Row, { isAnonymous }: Who): Record<string, unknown> {
  const said = saidOf(row, DIRECT);
  if (row.values.reversalOf !== undefined) {
    for (const { name, kind } of DIRECT) if (kind === 'money' && name in said) said[name] = -Number(said[name]);
  }
  // Programs write a benefit of 0.00 where there is none.
  if (said['benefitAmount'] === 0) delete said['benefitAmount'];
  const references = referencesOf(row);
  for (const name of REFERENCES) if (references[name] !== undefined) said[name] = references[name];
  said.method = methodOf(row);
  said.isAnonymous = isAnonymous;
  return said;
}

/**
 * Returns the payment method of a row. If the row names none, a row with a check number is a check, and any other row
 * is `Other`.
 */
function methodOf({ values }: Row): string {
  const { method, checkNumber } = values;
  const isOfMoney = method !== undefined && !isOneOf('notDeductible', keyOf(String(method)));
  return isOfMoney ? String(method) : checkNumber === undefined ? 'Other' : 'Check';
}

/**
 * Returns the check number, the Zelle reference and the PayPal reference of a row. Some programs have a single column
 * for all three, so the method decides which of the three it contains.
 */
function referencesOf(row: Row) {
  const { checkNumber, zelleReference, payPalReference, reference } = row.values;
  const any = checkNumber ?? reference;
  const method = methodOf(row);
  const none = { checkNumber: undefined, zelleReference, payPalReference };
  if (method === 'Zelle') return { ...none, zelleReference: zelleReference ?? any };
  if (method === 'PayPal') return { ...none, payPalReference: payPalReference ?? any };
  return { ...none, checkNumber: any };
}

/**
 * Returns the column that a fault is about. This may differ from `path`, because a reference may have been read from
 * the column `checkNumber` or `reference` instead of its own column.
 */
function fieldOf({ values }: Row, path: string): string {
  if (!/Reference$|^checkNumber$/.test(path) || values[path as GivingField] !== undefined) return path;
  return values.checkNumber === undefined ? 'reference' : 'checkNumber';
}

function dateFaults({ values }: Row, latest: string) {
  const faults = (['date', 'giftDate'] as const)
    .filter((field) => String(values[field] ?? '') > latest)
    .map((field) => inFuture(field, latest));
  const { date, sessionDate } = values;
  if (sessionDate === undefined || date === undefined || sessionDate === date) return faults;
  const message = `must be the date of its session, ${sessionDate}`;
  return [...faults, { path: 'date', code: 'not_session_date', message }];
}

function deductibleFaults({ values }: Row) {
  const isUnclear = (field: 'isTaxDeductible' | 'isNotDeductible') =>
    !['true', 'false', undefined].includes(values[field] as string | undefined);
  return (['isTaxDeductible', 'isNotDeductible'] as const)
    .filter(isUnclear)
    .map((path) => ({ path, code: 'invalid_value', message: 'must be yes or no' }));
}

/**
 * Returns the faults in the parts of a row. Parts take the place of a category. They must add up to the amount and have
 * its sign.
 */
function partFaults({ values }: Row) {
  if (values.parts === undefined) return [];
  const fault = (code: string, message: string) => [{ path: 'parts', code, message }];
  if (values.categoryName !== undefined)
    return fault('not_with_category', 'cannot be given together with a category; leave one of them out');
  const parts = parseParts(String(values.parts));
  if (!parts) return fault('invalid_parts', 'must look like "Tithe: 60.00; Missions: 40.00"');
  const names = new Set(parts.map(({ categoryName }) => fold(categoryName)));
  if (names.size < parts.length) return fault('category_repeated', 'must each be for a different category');
  const amount = Number(values.amount ?? 0);
  const isOff = addMoney(...parts.map((part) => part.amount)) !== amount;
  if (isOff || parts.some((part) => part.amount * amount <= 0)) return fault('not_the_amount', 'must add up to amount');
  return [];
}

function kindFaults({ values: { reversalKind } }: Row) {
  if (reversalKind === undefined || ReversalKind.safeParse(reversalKind).success) return [];
  const message = `must be one of ${ReversalKind.options.join(', ')}`;
  return [{ path: 'reversalKind', code: 'invalid_value', message }];
}

/**
 * Returns a fault if the sign of the amount is wrong. Only a reversal may be negative, and only Vestry's own export has
 * reversals.
 */
function signFaults({ values }: Row) {
  const [amount, isReversal] = [Number(values.amount ?? 0), values.reversalOf !== undefined];
  if (amount === 0 || amount < 0 === isReversal) return [];
  const message = isReversal
    ? 'must be negative, because reversalOf marks the row as a reversal'
    : 'is negative. Only a reversal may be negative, and only a row that Vestry exported with reversalOf is a reversal';
  return [{ path: 'amount', code: 'wrong_sign', message }];
}

/** The fields that name a giver, the most reliable first. */
export const GIVER_FIELDS = [
  'memberExternalId',
  'memberName',
  'firstName',
  'lastName',
  'memberEmail',
  'offeringNumber',
  'familyName',
] as const;

function isAnonymous({ values }: Row): unknown {
  const said = (field: GivingField) => headerKey(String(values[field] ?? ''));
  const whole = `${said('firstName')}${said('lastName')}`;
  if ([...GIVER_FIELDS.map(said), whole].some((text) => isOneOf('anonymous', text))) return true;
  // Such a word counts only if it is all that the row says about its giver.
  const all = GIVER_FIELDS.map(said).filter((text) => /[^0]/.test(text));
  const isAlone = values.memberId === undefined && values.familyName === undefined && all.length > 0;
  if (isAlone && all.every((text) => isOneOf('anonymousAlone', text))) return true;
  const { isAnonymous = 'false' } = values;
  return isAnonymous === 'true' ? true : isAnonymous === 'false' ? false : isAnonymous;
}

/** Who gave, as a row says it: the person that it names, and whether the gift is anonymous. */
type Who = { giver: NamedPerson | null; isAnonymous: unknown };

const WHO = ['memberId', ...GIVER_FIELDS, 'familyNumber', 'isAnonymous'] as const;

/** Returns a function that reads who gave. Rows that say the same share one result, so that each giver is read once. */
function giverReader(headers: GivingTable['headers']): (row: Row) => Who {
  const known = new Map<string, Who>();
  const fields = WHO.filter((field) => headers[field] !== undefined);
  return (row) => {
    let key = '';
    for (const field of fields) key += `${row.values[field] ?? ''}\0`;
    let who = known.get(key);
    if (!who) {
      who = { giver: giverOf(row), isAnonymous: isAnonymous(row) };
      known.set(key, who);
    }
    return who;
  };
}

function giverOf({ values: { familyName: family, ...others } }: Row): NamedPerson | null {
  const values = { ...others, familyName: isOneOf('noFamily', headerKey(String(family ?? ''))) ? undefined : family };
  if (values.memberId === undefined && GIVER_FIELDS.every((field) => values[field] === undefined)) return null;
  const isOnlyFamily = (['memberName', 'firstName', 'lastName', 'memberEmail', 'memberExternalId'] as const).every(
    (field) => values[field] === undefined,
  );
  return {
    id: numberOf(values.memberId),
    externalId: textOf(values.memberExternalId),
    email: textOf(values.memberEmail),
    name: textOf(values.memberName),
    firstName: textOf(values.firstName),
    lastName: textOf(values.lastName),
    offeringNumber: textOf(values.offeringNumber),
    familyName: textOf(values.familyName),
    familyNumber: isOnlyFamily && values.familyName !== undefined ? textOf(values.familyNumber) : null,
  };
}

/**
 * Returns the field that a fault about the giver names: the first of `GIVER_FIELDS` that the row has or, if it has
 * none, `memberId`.
 */
export function giverFieldOf({ values }: Row): GivingField {
  return GIVER_FIELDS.find((field) => values[field] !== undefined) ?? 'memberId';
}
