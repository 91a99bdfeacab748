/** The questions about one gift at a terminal, each with what fits as the person types. */
import { personName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import { Method } from '../../../books/payment-methods.ts';
import type { Choice, ChoiceQuestion } from '../../../cli/kit/choice-prompt.ts';
import { complete } from '../../../cli/kit/prompt.ts';
import { fold } from '../../../lib/fold.ts';
import { formatMoney, type Minor } from '../../../lib/money.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import { check } from '../../../validate.ts';
import { findGivers, giversNamed, giversNear, type GiverIndex, indexGivers } from '../../../lib/giver-index.ts';
import { listGivers } from '../../people/members/service.ts';
import { listCategories } from '../categories/service.ts';
import { giverText } from '../givings/giver-text.ts';
import { type Giving, GivingFields } from '../givings/schema.ts';

export type Who = { memberId: number | null; isAnonymous: boolean };

type Reference = 'checkNumber' | 'zelleReference' | 'payPalReference';

/** What a person enters about a gift. */
export type Entered = Who & { categoryId: number; amount: Minor; method: Method } & Record<Reference, string | null>;

/** The answers that Enter on an empty line gives. A new gift has no usual giver and no usual amount. */
export type Usual = Partial<Entered>;

/** What a person can do instead of naming a giver. */
export type Deed = 'undo' | 'change' | 'list' | 'quit';

const DEEDS: readonly Choice<Deed>[] = [
  { label: '/undo: delete the last gift', value: 'undo' },
  { label: '/change: correct the last gift', value: 'change' },
  { label: '/list: show the gifts of this offering', value: 'list' },
  { label: '/quit: stop here; the rest can be entered later', value: 'quit' },
];

/** How a gift without a giver is called. */
export const LOOSE_CASH = 'Loose cash';

const SPECIAL: readonly Choice<Who>[] = [
  { label: 'Anonymous', value: { memberId: null, isAnonymous: true } },
  { label: LOOSE_CASH, value: { memberId: null, isAnonymous: false } },
];

const ESCAPE = 'Escape starts this gift again.';

/** Asks who gave. Returns a deed if the person chose one instead, and undefined for Escape. */
export async function askGiver(app: App, usual?: Giving): Promise<Who | Deed | undefined> {
  const index = indexGivers((await listGivers(app)).items);
  const kept = usual && { memberId: usual.memberId, isAnonymous: usual.isAnonymous };
  const first: Choice<Who>[] = usual && kept ? [{ label: giverText(usual) ?? LOOSE_CASH, value: kept }] : [];
  const offer: ChoiceQuestion<Who | Deed>['offer'] = (typed) => {
    const text = typed.normalize('NFKC').trim();
    if (text === '') return { choices: [...first, ...SPECIAL], isSure: true, fault: '' };
    if (text.startsWith('/') && usual === undefined) return beginning(DEEDS, text, 'There is no such command.');
    return giverOffer(index, text);
  };
  const help = usual === undefined ? 'A name, an envelope number, Enter for Anonymous, or / for more.' : KEEP;
  return complete({ message: 'Giver:', help, offer });
}

const KEEP = `Enter keeps it. ${ESCAPE}`;

function giverOffer(index: GiverIndex, text: string) {
  const special = SPECIAL.filter(({ label }) => fold(label).startsWith(fold(text)));
  const exact = giversNamed(index, text);
  const found = [...new Set([...exact, ...findGivers(index, text)])];
  const likely = found.length > 0 || special.length > 0 ? found : giversNear(index, text);
  const people = likely.map((giver) => ({
    label: `${personName(giver) ?? ''}${giver.offeringNumber === null ? '' : ` #${giver.offeringNumber}`} (${giver.id})${giver.isDeceased === true ? ', deceased' : ''}`,
    value: { memberId: giver.id, isAnonymous: false },
  }));
  const choices = [...people, ...special];
  const isSure = exact.length === 1 || (exact.length === 0 && choices.length === 1 && likely === found);
  if (choices.length === 0) {
    const fault = 'No member has this name or number. Add the person on the page, or with vestry member create.';
    return { choices, isSure, fault };
  }
  const several = 'Several people fit. Choose with the arrow keys, or type more.';
  return { choices, isSure, fault: likely === found ? several : 'No member has this name. Do you mean one of these?' };
}

/** Offers the choices whose label begins with a text. Enter takes the only one at once. */
function beginning<T>(all: readonly Choice<T>[], text: string, fault: string) {
  const choices = all.filter(({ label }) => fold(label).startsWith(fold(text)));
  const isExact = fold(choices[0]?.label ?? '') === fold(text);
  const several = 'Several fit. Choose with the arrow keys, or type more.';
  return { choices, isSure: isExact || choices.length === 1, fault: choices.length === 0 ? fault : several };
}

/** Asks for the rest of a gift. Returns undefined for Escape. */
export async function askGift(app: App, who: Who, usual: Usual): Promise<Entered | undefined> {
  const { items } = await listCategories(app, false);
  const categories = items.map(({ id, name }) => ({ label: name, value: id }));
  const categoryId = await askOne('Category:', categories, usual.categoryId);
  if (categoryId === undefined) return undefined;
  const amount = await askAmount(usual.amount);
  if (amount === undefined) return undefined;
  const methods = Method.options.map((value) => ({ label: value, value }));
  const method = await askOne('Method:', methods, usual.method);
  if (method === undefined) return undefined;
  const references = { checkNumber: null, zelleReference: null, payPalReference: null };
  const gift = { memberId: who.memberId, isAnonymous: who.isAnonymous, categoryId, amount, method, ...references };
  const wanted = REFERENCES[method];
  if (wanted === undefined) return gift;
  const reference = await askReference(wanted, usual.method === method ? (usual[wanted.field] ?? null) : null);
  return reference === undefined ? undefined : { ...gift, [wanted.field]: reference.text };
}

const REFERENCES: Partial<Record<Method, { field: Reference; message: string }>> = {
  Check: { field: 'checkNumber', message: 'Check number:' },
  Zelle: { field: 'zelleReference', message: 'Zelle confirmation number:' },
  PayPal: { field: 'payPalReference', message: 'PayPal transaction id:' },
};

function askOne<T>(message: string, all: readonly Choice<T>[], usual: T | undefined): Promise<T | undefined> {
  const first = all.filter(({ value }) => value === usual);
  const sorted = [...first, ...all.filter(({ value }) => value !== usual)];
  return complete({
    message,
    help: `Enter takes the marked one. ${ESCAPE}`,
    offer: (typed) =>
      typed.trim() === ''
        ? { choices: sorted, isSure: true, fault: '' }
        : beginning(all, typed.trim(), `Choose one of: ${all.map(({ label }) => label).join(', ')}.`),
  });
}

const AMOUNT_FAULTS = {
  empty: 'Type the amount.',
  unreadable: 'Type an amount, such as 12.50 or 12+8.50.',
  decimals: 'An amount has at most two decimals.',
  zero: 'The amount must be more than zero.',
  tooLarge: 'The amount is too large.',
};

function askAmount(usual: Minor | undefined): Promise<Minor | undefined> {
  const choice = (value: Minor) => ({ choices: [{ label: formatMoney(value), value }], isSure: true, fault: '' });
  return complete({
    message: 'Amount:',
    help: usual === undefined ? ESCAPE : KEEP,
    offer: (typed) => {
      if (usual !== undefined && typed.trim() === '') return choice(usual);
      const amount = readAmount(typed);
      return 'minor' in amount
        ? choice(amount.minor)
        : { choices: [], isSure: false, fault: AMOUNT_FAULTS[amount.fault] };
    },
  });
}

/** Asks for a number or a confirmation that may be left out. Returns undefined for Escape. */
function askReference({ field, message }: { field: Reference; message: string }, usual: string | null) {
  const none = usual === null ? 'none' : usual;
  return complete<{ text: string | null }>({
    message,
    help: usual === null ? `Enter leaves it out. ${ESCAPE}` : `Enter keeps it; a hyphen removes it. ${ESCAPE}`,
    offer: (typed) => {
      const text = typed.trim();
      if (text === '') return { choices: [{ label: none, value: { text: usual } }], isSure: true, fault: '' };
      if (text === '-') return { choices: [{ label: 'none', value: { text: null } }], isSure: true, fault: '' };
      const checked = check(GivingFields.shape[field], text);
      if ('errors' in checked) return { choices: [], isSure: false, fault: `It ${checked.errors[0]?.message}.` };
      return { choices: [{ label: text, value: { text } }], isSure: true, fault: '' };
    },
  });
}
