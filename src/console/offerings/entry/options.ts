/** The options of the combo boxes in a row, and the messages about missing or wrong fields. */
import type { TFunction } from 'i18next';
import { formatMoney, type Minor, negateMoney } from '../../../lib/money.ts';
import { fold } from '../../../lib/fold.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { Option } from '../../kit/combo.ts';
import { choiceText } from '../../kit/names.ts';
import { listText } from '../../kit/list-text.ts';
import type { Category } from '../queries.ts';
import { readAmount } from '../../../lib/typed-amount.ts';
import { findGivers, type Giver, type GiverIndex } from '../../../lib/giver-index.ts';
import type { Spot } from './divide.ts';
import { type Draft, type Method, METHODS, restOf, type Who } from './row.ts';
import { categoryText, methodText } from './words-of.ts';

/**
 * An option of the giver box: a member, `Anonymous`, `Loose cash`, or `add`, which opens the dialog to add a person.
 */
export type GiverChoice = Who | { kind: 'add' };

const SPECIAL = ['anonymous', 'looseCash'] as const;

type Words = TFunction<'offerings'>;

/** Returns the methods whose names begin with the text. Without a text, returns all methods. */
export function methodOptions(typed: string | undefined, t: Words): Option<Method>[] {
  const all = METHODS.map((value) => ({ id: value, label: methodText(value, t), value }));
  if (typed === undefined || typed.trim() === '') return all;
  return all.filter(({ label, value }) => fold(label).startsWith(fold(typed)) || fold(value).startsWith(fold(typed)));
}

/** The names of all methods, for the message that a text is not a method. */
export function methodNames(t: Words): string {
  return listText(METHODS.map((method) => methodText(method, t)));
}

/** True if a text is an envelope number and not a name. */
export function isNumber(typed: string | undefined): boolean {
  return /^\d[\d\s]*$/.test((typed ?? '').normalize('NFKC').trim());
}

/**
 * Returns the matching givers, then `Anonymous` and `Loose cash` if they match, then the option to add a person. A
 * number is no name, so no person of this name can be added.
 */
export function giverOptions(typed: string | undefined, index: GiverIndex, t: Words): Option<GiverChoice>[] {
  const text = typed?.trim() ?? '';
  const special = SPECIAL.map((kind) => ({ id: kind, label: t(kind), value: { kind } }));
  if (text === '') return special;
  const found = findGivers(index, text).map(optionOf);
  const named = special.filter(({ label }) => isNamed(label, text));
  const add = { id: 'add', label: t('addPersonNamed', { name: text }), value: { kind: 'add' as const } };
  return isNumber(text) ? found : [...found, ...named, add];
}

/** True if a text is the beginning of a label or of one of its words. Chinese has no spaces, so its end counts, too. */
function isNamed(label: string, text: string): boolean {
  const [whole, wanted] = [fold(label), fold(text)];
  const begins = [whole, ...whole.split(/\s+/)].some((word) => word.startsWith(wanted));
  return begins || (/^\p{Script=Han}+$/u.test(wanted) && whole.endsWith(wanted));
}

function optionOf(giver: Giver): Option<GiverChoice> {
  return {
    id: `member-${giver.id}`,
    label: choiceText(giver, currentLanguage()),
    hint: giver.offeringNumber ?? undefined,
    value: { kind: 'member', id: giver.id },
  };
}

/** Returns the active categories whose names contain the text. Names that begin with the text come first. */
export function categoryOptions(typed: string | undefined, categories: readonly Category[]): Option<number>[] {
  const language = currentLanguage();
  const all = categories
    .filter(({ isActive }) => isActive)
    .map((category) => ({ id: String(category.id), label: categoryText(category, language), value: category }));
  const wanted = fold(typed ?? '');
  const fits = all.filter(({ value }) => [value.name, value.nameZh ?? ''].some((name) => fold(name).includes(wanted)));
  const begins = ({ value, label }: (typeof all)[number]) =>
    fold(label).startsWith(wanted) || fold(value.name).startsWith(wanted);
  return [...fits.filter(begins), ...fits.filter((one) => !begins(one))].map(({ id, label, value }) => ({
    id,
    label,
    value: value.id,
  }));
}

/** True if a text is typed that is in the name of no active category. */
export function isUnknownCategory(typed: string | undefined, categories: readonly Category[]): boolean {
  return (typed ?? '').trim() !== '' && categoryOptions(typed, categories).length === 0;
}

/** Returns the message about the missing or wrong field at `spot`; undefined if there is no message for it. */
export function faultSentence(spot: Spot | undefined, draft: Draft, t: Words): string | undefined {
  if (spot === 'giver') return t('chooseGiver');
  if (spot?.endsWith('category')) return t('chooseCategory');
  if (!spot?.endsWith('amount')) return undefined;
  const part = /^part-(\d+)-/.exec(spot)?.[1];
  const text = part === undefined ? draft.amount : (draft.parts[Number(part)]?.amount ?? '');
  return amountSentence(text, t) ?? leftSentence(restOf(draft), t);
}

/** Returns the message for a gift whose parts do not add up to its amount. */
export function leftSentence(left: Minor, t: Words): string {
  return left < 0
    ? t('partsTooMuch', { amount: formatMoney(negateMoney(left)) })
    : t('partsDiffer', { amount: formatMoney(left) });
}

/** Returns a message that says why a text is not an amount; undefined if it is an amount. */
export function amountSentence(text: string, t: Words): string | undefined {
  const amount = readAmount(text);
  if (!('fault' in amount)) return undefined;
  const sentences = {
    empty: t('amountEmpty'),
    unreadable: t('amountUnreadable'),
    decimals: t('amountDecimals'),
    zero: t('amountZero'),
    tooLarge: t('amountTooLarge'),
  };
  return sentences[amount.fault];
}
