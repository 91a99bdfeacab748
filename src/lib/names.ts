/**
 * Compares the names of people. Search results, imports, doubles and merges all use this comparison.
 *
 * Two names are the same if they differ only in case, accents, hyphens, spaces, titles, the position of the surname, or
 * the form of Chinese characters. The words of a given name keep their order, because Mei-Li and Li-Mei are different
 * names. Two names are near if they may belong to one person: one letter is different, a part is missing, one has a
 * nickname or a second surname, or the names are the same only in Chinese or only in Latin letters.
 */
import nicknames from '../../data/nicknames.json' with { type: 'json' };
import { splitChineseName } from './chinese-name.ts';
import { foldForSearch } from './fold.ts';
import { isOneLetterOff } from './typo.ts';

export type PersonName = {
  firstName: string | null;
  lastName: string | null;
  chineseName?: string | null;
  nickname?: string | null;
};

export type Likeness = 'same' | 'near' | 'different';

/**
 * The keys of a name in one script. Two names are the same if they share a key in `exact`. They are near if a key in
 * `exact` of one is a key in `loose` of the other, or if a spelling of one is a spelling of the other but for a letter.
 */
type Keys = { exact: readonly string[]; loose: readonly string[]; spellings: readonly string[] };

/** A name in the form in which it is compared. */
type Folded = {
  latin: Keys;
  chinese: Keys;
  /** A suffix such as `jr`, or an empty text. */
  suffix: string;
  /** Whether the name is that of somebody's wife, as in `Mrs. John Smith`. */
  isOfWife: boolean;
};

/** Returns whether two names are the same, near or different. */
export function compareNames(one: PersonName, other: PersonName): Likeness {
  return compare(foldName(one), foldName(other));
}

/** True if two people have the same name. */
export function haveSameName(one: PersonName, other: PersonName): boolean {
  return compareNames(one, other) === 'same';
}

/**
 * True if two names differ by more than a nickname, an initial or a missing part. Unlike in `compareNames`, another letter is
 * another name.
 */
export function differ(one: PersonName, other: PersonName): boolean {
  const [mine, theirs] = [foldName(one), foldName(other)];
  const latin = compareKeys(mine.latin, theirs.latin, false);
  const chinese = compareKeys(mine.chinese, theirs.chinese, false);
  return together(latin, chinese) === 'different';
}

/**
 * True if two people have their full name or their Chinese name in common. Unlike `haveSameName`, one name is enough: the
 * other one may be written differently, as after a marriage.
 */
export function shareName(one: PersonName, other: PersonName): boolean {
  const [mine, theirs] = [foldName(one), foldName(other)];
  if (mine.suffix !== theirs.suffix || mine.isOfWife !== theirs.isOfWife) return false;
  return compareKeys(mine.latin, theirs.latin) === 'same' || compareKeys(mine.chinese, theirs.chinese) === 'same';
}

function compare(one: Folded, other: Folded): Likeness {
  const likeness = together(compareKeys(one.latin, other.latin), compareKeys(one.chinese, other.chinese));
  const isSure = one.suffix === other.suffix && one.isOfWife === other.isOfWife;
  return likeness === 'same' && !isSure ? 'near' : likeness;
}

/** Combines what the two scripts say. A script in which one of the names is not written says nothing. */
function together(latin: Likeness | undefined, chinese: Likeness | undefined): Likeness {
  if (latin === undefined || chinese === undefined) return latin ?? chinese ?? 'different';
  if (chinese === 'same') return latin === 'different' ? 'near' : 'same';
  return latin === 'same' || (latin === 'near' && chinese === 'near') ? 'near' : 'different';
}

function compareKeys(one: Keys, other: Keys, mayBeSlip = true): Likeness | undefined {
  const haveCommon = (some: readonly string[], others: readonly string[]) => some.some((key) => others.includes(key));
  if (haveCommon(one.exact, other.exact)) return 'same';
  if (haveCommon(one.exact, other.loose) || haveCommon(one.loose, other.exact)) return 'near';
  if (one.exact.length === 0 || other.exact.length === 0) return undefined;
  const isSlip =
    mayBeSlip && one.spellings.some((text) => other.spellings.some((another) => isOneLetterOff(text, another)));
  return isSlip ? 'near' : 'different';
}

const HAN = /\p{Script=Han}+/gu;
const BETWEEN = /[\s,、;/()（）[\]"“”]+/u;
const HYPHENS = /[-‐‑‒–—−]+/u;
/** The titles before a name, folded. */
export const TITLES: ReadonlySet<string> = new Set([
  'mr',
  'ms',
  'miss',
  'dr',
  'rev',
  'reverend',
  'pastor',
  'elder',
  'deacon',
  'sister',
  'brother',
]);
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
const CHINESE_TITLES = /(?:姊妹|弟兄|牧師|牧师|傳道|传道|長老|长老|執事|执事|先生|小姐|女士)$/u;
const CHINESE_WIVES = /(?:太太|師母|师母|夫人)$/u;

function foldName({ firstName, lastName, chineseName, nickname }: PersonName): Folded {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName, HYPHENS)];
  const suffix = [...first, ...last].find((word) => SUFFIXES.has(word)) ?? '';
  const isOfWife = [...first, ...last].includes('mrs');
  const isPart = (word: string) => !SUFFIXES.has(word) && !TITLES.has(word) && word !== 'mrs';
  const parts = { first: first.filter(isPart), last: last.filter(isPart) };
  const [givenHan, surnameHan] = [hanOf(firstName), hanOf(lastName)];
  const isChinese = first.length + last.length === 0;
  const written = [surnameHan + givenHan, ...(isChinese ? [givenHan + surnameHan] : []), hanOf(chineseName)];
  return {
    latin: latinKeys(parts, { written: firstName ?? '', nickname: wordsOf(nickname).join('') }),
    chinese: chineseKeys(written, hanOf(nickname)),
    suffix,
    isOfWife: isOfWife || written.some((name) => CHINESE_WIVES.test(name)),
  };
}

/** Returns the words of a name in any script but Chinese. Hyphens join words unless they are given as separators. */
function wordsOf(text: string | null | undefined, separators?: RegExp): string[] {
  const words = (text ?? '').replace(HAN, ' ').split(BETWEEN);
  const parts = separators ? words.flatMap((word) => word.split(separators)) : words;
  return parts.map(foldForSearch).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function hanOf(text: string | null | undefined): string {
  return (text?.match(HAN) ?? []).join('');
}

type Parts = { first: readonly string[]; last: readonly string[] };

/** Returns the keys of a list of words: the words divided into two names in every way, in alphabetical order. */
function divided(words: readonly string[]): string[] {
  if (words.length < 2) return [...words];
  return words.slice(1).map((_, index) => {
    const two = [words.slice(0, index + 1).join(''), words.slice(index + 1).join('')];
    return two.toSorted().join(' ');
  });
}

const MOST_WORDS = 6;

function latinKeys({ first, last }: Parts, { written, nickname }: { written: string; nickname: string }): Keys {
  const words = [...first, ...last].slice(0, MOST_WORDS);
  if (words.length === 0) return { exact: [], loose: [], spellings: [] };
  const surname = last.join('');
  // All words, and what is left without a middle name, a second given name or a second surname.
  const shorter = words.length < 3 ? [] : words.map((_, at) => words.toSpliced(at, 1));
  const renamed = [words, ...shorter].flatMap((list) =>
    list.flatMap((word, at) => (NICKNAMES.get(word) ?? []).map((name) => list.with(at, name))),
  );
  const abbreviated = first.map((word, at) => [...first.with(at, word.slice(0, 1)), ...last]);
  const hyphenated = written.replace(HAN, ' ').split(new RegExp(`${BETWEEN.source}|${HYPHENS.source}`, 'u'));
  const syllables = hyphenated.map(foldForSearch).filter((part) => part !== '' && !TITLES.has(part));
  const reversed = syllables.length > 1 ? [[syllables.toReversed().join(''), surname]] : [];
  const initials = syllables.map((part) => part.slice(0, 1)).join('');
  const lists = [
    ...shorter,
    ...renamed,
    ...abbreviated,
    ...reversed,
    ...(surname === ''
      ? []
      : [
          [initials, ...last],
          [initials.slice(0, 1), ...last],
        ]),
    ...(nickname === '' ? [] : [[nickname, ...last]]),
  ];
  const given = first.join('');
  const called = words.length > 1 ? [given, surname, nickname, ...(NICKNAMES.get(given) ?? [])] : [];
  const alone = called.filter((part) => part.length > 1);
  const spellings =
    [...first, ...last].length > 1
      ? [
          [...first, ...last],
          [...last, ...first],
        ]
      : [words];
  return {
    exact: divided(words),
    loose: [...new Set([...lists.flatMap(divided), ...alone])],
    spellings: [...new Set(spellings.map((list) => list.join('')))].filter(isLong),
  };
}

/** A shorter name differs from many others in one letter. */
const SHORTEST = 6;
const isLong = (spelling: string) => spelling.length >= SHORTEST && /^[a-z]+$/.test(spelling);

/** The names that English-speaking people use for each other, by name. A group begins with a full name. */
const NICKNAMES = new Map<string, string[]>();
for (const group of nicknames.map((names) => names.split(' ').map(foldForSearch))) {
  for (const name of group) {
    const others = group.filter((other) => other !== name);
    NICKNAMES.set(name, [...new Set([...(NICKNAMES.get(name) ?? []), ...others])]);
  }
}

/** What stands before one character of a given name in a nickname, such as 小衛 or 阿芬. */
const PREFIXES = ['小', '阿', '老'];
/** A nickname, or a surname with the word for a relative, instead of a whole name: 小衛, 阿芬, 芬芬, 衛仔, 王媽媽. */
const CALLED =
  /^(?:[小阿老]\p{Script=Han}|(\p{Script=Han})\1|\p{Script=Han}(?:仔|哥|姐|姊|叔|伯|嬸|婶|姨|媽|妈|媽媽|妈妈|伯伯|阿姨|叔叔|爺爺|爷爷|奶奶|阿嬤|阿公))$/u;

/** True if a Chinese text is no whole name, but what people call somebody: a nickname, or a surname with a title. */
export function isChineseNickname(text: string): boolean {
  const name = text.replace(CHINESE_TITLES, '').replace(CHINESE_WIVES, '');
  return CALLED.test(name) || (name !== text && Array.from(name).length === 1);
}

/** Returns what people may call somebody with this Chinese name, alone or after the surname. */
function chineseNicknames(lastName: string, firstName: string): string[] {
  return Array.from(firstName)
    .slice(-2)
    .flatMap((one) => [one + one, ...PREFIXES.flatMap((prefix) => [prefix + one, lastName + prefix + one])]);
}

function chineseKeys(written: readonly string[], nickname: string): Keys {
  const names = written.map((name) => name.replace(CHINESE_TITLES, '').replace(CHINESE_WIVES, ''));
  const exact = [...new Set(names)].filter((name) => name !== '');
  const loose = exact.flatMap((name) => {
    const characters = Array.from(name);
    const { lastName, firstName } = splitChineseName(name) ?? { lastName: '', firstName: '' };
    // A name of four characters may begin with the surname of the husband.
    const own = characters.length === 4 ? characters.slice(1).join('') : '';
    const nicknames = [...chineseNicknames(lastName, firstName), ...(nickname === '' ? [] : [lastName + nickname])];
    return [own, lastName, firstName.length > 1 ? firstName : '', ...nicknames].filter((key) => key !== '');
  });
  if (nickname !== '') loose.push(nickname);
  const folded = (keys: readonly string[]) => keys.map(foldForSearch);
  return { exact: folded(exact), loose: folded(loose), spellings: [] };
}

/** People by their names. */
export type NameIndex<T> = {
  add: (name: PersonName, value: T) => void;
  /** Returns those whose name is the same as this one. */
  same: (name: PersonName) => T[];
  /** Returns those whose name is near this one. */
  near: (name: PersonName) => T[];
};

type Entry<T> = { folded: Folded; value: T };

/** Returns an empty index. */
export function nameIndex<T>(): NameIndex<T> {
  const entries: Entry<T>[] = [];
  const [exact, loose] = [new Map<string, Entry<T>[]>(), new Map<string, Entry<T>[]>()];
  // Near names are indexed when they are first asked for, because most imports only ask for the same names.
  let indexed = 0;
  const like = (likeness: Likeness, folded: Folded, places: readonly (Entry<T>[] | undefined)[]) => {
    const found = new Set(places.flatMap((place) => place ?? []));
    return [...found].filter((entry) => compare(folded, entry.folded) === likeness).map(({ value }) => value);
  };
  return {
    add: (name, value) => {
      const entry = { folded: foldName(name), value };
      entries.push(entry);
      for (const key of keysOf(entry.folded, 'exact')) push(exact, key, entry);
    },
    same: (name) => {
      const folded = foldName(name);
      return like(
        'same',
        folded,
        keysOf(folded, 'exact').map((key) => exact.get(key)),
      );
    },
    near: (name) => {
      for (; indexed < entries.length; indexed += 1) {
        const entry = entries[indexed];
        if (entry)
          for (const key of [...keysOf(entry.folded, 'loose'), ...slipsOf(entry.folded)]) push(loose, key, entry);
      }
      const folded = foldName(name);
      const [own, others] = [keysOf(folded, 'exact'), keysOf(folded, 'loose')];
      return like('near', folded, [
        ...[...own, ...others].map((key) => exact.get(key)),
        ...[...own, ...slipsOf(folded)].map((key) => loose.get(key)),
      ]);
    },
  };
}

const keysOf = ({ latin, chinese }: Folded, which: 'exact' | 'loose') => [...latin[which], ...chinese[which]];

/** Returns a name and all that is left of it without one letter. Two names that differ in one letter share one of these. */
function slipsOf({ latin: { spellings } }: Folded): string[] {
  const without = (name: string) => Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1));
  return spellings.flatMap((name) => [name, ...without(name)]).map((slip) => `~${slip}`);
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
