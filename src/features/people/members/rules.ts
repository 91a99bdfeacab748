import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { FieldError } from '../../../errors.ts';
import { partsOfName } from '../../../lib/chinese-name.ts';
import { memberFields } from './fields.ts';
import { Member, type NewMember } from './schema.ts';

/** Returns the texts in which a search for members looks. */
export const documentOf = (member: SearchedRow<'member'> & { phone: string | null }): Document => ({
  ...documentOfKind('member', member),
  phone: member.phone,
});

/** Returns the audit entry of a change to a member. `before` is null for a new member, `after` for a removed one. */
export function memberFact(action: string, before: Member | null, after: Member | null): Fact {
  const changes = changesBetween(Member, before, after);
  return { action, entityType: 'Member', entityId: (after ?? before)?.id ?? '', changes };
}

/** The fields of a member after `settled`, which leaves out neither the day of death nor the estate. */
export type SettledMember = NewMember & Pick<Member, 'diedOn' | 'estate'>;

/**
 * Returns the fields of a member with what follows from them: the parts of a name that has no others, and what follows from a
 * death.
 */
export function settled<M extends NewMember>(input: M, before: Member | null) {
  // Parts that came from the Chinese name change with it.
  const isDerived =
    before !== null &&
    input.chineseName !== null &&
    NAMES.every((name) => partsOfName({ ...before, ...NAMELESS })[name] === input[name]);
  const names = partsOfName(isDerived ? { ...input, ...NAMELESS } : input);
  return settleDeath({ ...input, ...names }, before);
}

const NAMES = ['firstName', 'lastName'] as const;
const NAMELESS = { firstName: '', lastName: '' };

/**
 * Returns the fields of a member with what follows from a death: what was left out is as it was before, a member with a
 * day of death is `Deceased`, and without this day there is no estate. An estate without any entry becomes null.
 */
function settleDeath<M extends NewMember>(input: M, before: Pick<Member, 'diedOn' | 'estate'> | null) {
  const { diedOn = before?.diedOn ?? null, status } = input;
  const { estate = diedOn === null ? null : (before?.estate ?? null) } = input;
  const isEmpty = estate?.name === null && estate.careOf === null && estate.address === null;
  const settled = { diedOn, estate: isEmpty ? null : estate, status: diedOn === null ? status : ('Deceased' as const) };
  return { ...input, ...settled };
}

/** Returns the errors in what is said about the death of a member. */
export function deathFaults({ birthDate, diedOn, estate }: SettledMember): FieldError[] {
  const faults: FieldError[] = [];
  if (diedOn !== null && birthDate !== null && diedOn < birthDate) {
    faults.push({ path: 'diedOn', code: 'before_birth', message: `must not be before the birth on ${birthDate}` });
  }
  if (estate !== null && diedOn === null) {
    faults.push({ path: 'diedOn', code: 'not_deceased', message: 'is needed beside an estate' });
  }
  if (ESTATE_OF.test(estate?.name ?? '')) {
    faults.push({ path: 'estate.name', code: 'estate_of', message: 'must be a name only; Vestry adds "Estate of"' });
  }
  return faults;
}

const ESTATE_OF = /^(?:the\s+)?estate\s+of\b/i;

/**
 * Returns the remaining record, with its empty fields filled from the duplicate. The family and the role are copied
 * only together, and a copied day of death makes the remaining record `Deceased`.
 */
export function filledFrom(survivor: Member, double: Member): Member {
  const gaps = memberFields('merge', 'whenEmpty').filter((field) => survivor[field] === null);
  const filled = gaps.map((field) => [field, double[field]]);
  const isSameFamily = survivor.familyUnitId === double.familyUnitId && survivor.familyRole === null;
  const { familyUnitId, familyRole } = survivor.familyUnitId === null || isSameFamily ? double : survivor;
  const merged = { ...survivor, ...Object.fromEntries(filled), familyUnitId, familyRole } as Member;
  return settleDeath(merged, null);
}
