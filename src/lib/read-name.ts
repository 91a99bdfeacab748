/** Reads a whole name from one text, as people write it in a column of names. */
import { splitChineseName } from './chinese-name.ts';
import { NAME_DOTS } from './person-name.ts';

export type WholeName = {
  firstName: string;
  lastName: string;
  chineseName: string | null;
  nickname: string | null;
};

const HAN = new RegExp(`\\p{Script=Han}+(?:\\s*[\\s${NAME_DOTS}]\\s*\\p{Script=Han}+)*`, 'gu');
/** A word in brackets or quotation marks, such as the nickname in `Robert (Bob) Smith`. */
const ASIDE = /[(（"“[]([^)）"”\]]*)[)）"”\]]/gu;
/** Two names with a word or sign between them. One character such as 和 is often a part of a single name, as in 王和平. */
const SEVERAL =
  /(?<=\S)\s*(?:&|\+|＋|＆|\band\b|\bund\b)\s*(?=\S)|(?<=\p{Script=Han}{2})\s*[和與与及、/]\s*(?=\p{Script=Han}{2})|(?<=\p{Script=Latin}{2})\s*\/\s*(?=\p{Script=Latin}{2})/iu;

/** Words for a household, for the estate of somebody who died, and for an address at somebody else's. */
const HOUSEHOLD =
  /\b(?:family|families|household|estate of|estate|c\/o|mr\.?\s*(?:and|&)\s*mrs\.?|couple)(?:\b|$)|(?:夫婦|夫妇|伉儷|伉俪|全家|闔家|阖家|合家|家庭|之家|家族|一家)/iu;
/** A family by its plural, such as `The Marchettis`. */
const PLURAL = /^the\s+\p{L}[\p{L}'’-]*s$/iu;

/**
 * Returns the parts of a name: `Mei-Ling Chen`, `Chen, Mei-Ling`, `Chen, Mei-Ling 陳美玲`, `Robert (Bob) Smith` or `陳美玲`. A
 * name in Chinese only is also divided into surname and given name; one that cannot be divided is the last name. A part that the text does not have is empty or null.
 */
export function readName(text: string): WholeName {
  const chinese = (text.match(HAN) ?? []).join(' ').trim();
  const chineseName = chinese === '' ? null : chinese.replace(/\s+/g, '');
  const asides = Array.from(text.matchAll(ASIDE), ([, aside = '']) => aside.replace(HAN, '').trim()).filter(Boolean);
  const rest = text
    .replace(ASIDE, ' ')
    .replace(HAN, ' ')
    .replace(/[/|()（）[\]]/g, ' ')
    .trim();
  const latin = rest === '' ? (asides.shift() ?? '') : rest;
  const nickname = asides.find((aside) => /^\p{L}[\p{L}'’.-]*$/u.test(aside)) ?? null;
  if (latin === '') {
    const parts = splitChineseName(chinese) ?? { firstName: '', lastName: chineseName ?? '' };
    return { ...parts, chineseName, nickname };
  }
  return { ...dividedLatin(latin), chineseName, nickname };
}

function dividedLatin(text: string): Pick<WholeName, 'firstName' | 'lastName'> {
  const [before = '', ...after] = text.split(/[,，]/).map((part) => part.trim().replace(/\s+/g, ' '));
  const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i;
  const [given, ...others] = after.filter((part) => part !== '');
  if (given !== undefined && !suffix.test(given)) {
    return { firstName: given, lastName: [before, ...others].filter(Boolean).join(' ') };
  }
  const words = before.split(' ').filter(Boolean);
  const end = words.length > 2 && suffix.test(words.at(-1) ?? '') ? words.splice(-1) : [];
  const last = words.pop() ?? '';
  return { firstName: words.join(' '), lastName: [last, ...end, ...(given === undefined ? [] : [given])].join(' ') };
}

/**
 * True if a name names several people, or nobody who could give: `John and Mary Smith`, `Smith Family`, `陳家`. A name in
 * several columns is given in its parts.
 */
export function namesSeveral(...parts: readonly (string | null)[]): boolean {
  const texts = parts.filter((part) => part !== null);
  return [...texts, texts.join(' ')].some(
    (text) => SEVERAL.test(text) || HOUSEHOLD.test(text.trim()) || PLURAL.test(text.trim()),
  );
}
