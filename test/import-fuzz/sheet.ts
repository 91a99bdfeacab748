/** Writes lists of gifts as church programs and people write them: which columns, in which order, in which notation. */
import type { Random } from '../../src/lib/random.ts';
import type { Church, Gift, Person } from './church.ts';
import { HEADERS, IDLE, type Meaning, METHODS, NOBODY, NOTES, TITLES } from './words.ts';

export type Column = { header: string; meaning: Meaning | null };

/** A row of a file. `gift` is what must be stored for it. Without one, the row must be left out by name, or refused. */
export type Row = {
  cells: string[];
  gift: Gift | null;
  /** Nothing that could be stored for the row is right. */
  isHopeless: boolean;
  /** The row is no gift and looks like none, such as a total, so no report has to name it. */
  isSilent: boolean;
  /** The line as it is written, where its cells alone do not say it. */
  text?: (line: string) => string;
  /** The first and the last line of the row in the file. */
  lines: [number, number];
};

/** What is unusual in a file, and the columns, rows and texts by which a refusal may name it. */
export type Oddity = { kind: string; columns: string[]; rows: Row[]; texts: string[] };

export type List = {
  columns: Column[];
  rows: Row[];
  titles: string[];
  separator: string;
  quotesAll: boolean;
  newline: string;
  encoding: string;
  hasHeader: boolean;
  dateStyle: DateStyle;
  amountStyle: AmountStyle;
  oddities: Oddity[];
  /** Options of the command. */
  options: { blankGivers: boolean };
  /** Makes of the written text another one. */
  spoil: (text: string) => string;
};

const EN_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const two = (number: number) => String(number).padStart(2, '0');

type Ymd = { y: number; m: number; d: number };
const DATE_STYLES = {
  iso: ({ y, m, d }: Ymd) => `${y}-${two(m)}-${two(d)}`,
  ymd: ({ y, m, d }: Ymd) => `${y}/${m}/${d}`,
  mdy: ({ y, m, d }: Ymd) => `${m}/${d}/${y}`,
  mdyShort: ({ y, m, d }: Ymd) => `${two(m)}/${two(d)}/${y % 100}`,
  dmy: ({ y, m, d }: Ymd) => `${two(d)}/${two(m)}/${y}`,
  dots: ({ y, m, d }: Ymd) => `${d}.${m}.${y}`,
  dashes: ({ y, m, d }: Ymd) => `${m}-${d}-${y}`,
  named: ({ y, m, d }: Ymd) => `${d}-${EN_MONTHS[m - 1]}-${y}`,
  namedShort: ({ y, m, d }: Ymd) => `${two(d)}-${EN_MONTHS[m - 1]}-${y % 100}`,
  long: ({ y, m, d }: Ymd) => `${LONG_MONTHS[m - 1]} ${d}, ${y}`,
  han: ({ y, m, d }: Ymd) => `${y}年${m}月${d}日`,
  republic: ({ y, m, d }: Ymd) => `${y - 1911}/${two(m)}/${two(d)}`,
  republicDots: ({ y, m, d }: Ymd) => `${y - 1911}.${m}.${d}`,
  republicHan: ({ y, m, d }: Ymd) => `民國${y - 1911}年${m}月${d}日`,
  compact: ({ y, m, d }: Ymd) => `${y}${two(m)}${two(d)}`,
  isoTime: ({ y, m, d }: Ymd) => `${y}-${two(m)}-${two(d)} 10:44:09`,
  isoT: ({ y, m, d }: Ymd) => `${y}-${two(m)}-${two(d)}T23:30:00`,
  usTime: ({ y, m, d }: Ymd) => `${m}/${d}/${y} 11:30:00 PM`,
  serial: ({ y, m, d }: Ymd) => String(Date.UTC(y, m - 1, d) / 86_400_000 + 25_569),
};
export type DateStyle = keyof typeof DATE_STYLES;
const USUAL_DATES: DateStyle[] = [
  'iso',
  'ymd',
  'mdy',
  'mdyShort',
  'dmy',
  'named',
  'long',
  'han',
  'republic',
  'isoTime',
];
/** The styles in which day and month change places without a trace. */
const ORDERLESS = new Set<DateStyle>(['mdy', 'mdyShort', 'dmy', 'dots', 'dashes', 'usTime']);

/** Writes a day in a style. */
export function dateText(style: DateStyle, day: string): string {
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number);
  return DATE_STYLES[style]({ y, m, d });
}

const grouped = (text: string, by: string) => text.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, by);
const whole = (cents: number) => String(Math.floor(cents / 100));
const rest = (cents: number) => two(cents % 100);
const AMOUNT_STYLES = {
  plain: (cents: number) => `${whole(cents)}.${rest(cents)}`,
  short: (cents: number) => String(cents / 100),
  signed: (cents: number) => `$${grouped(whole(cents), ',')}.${rest(cents)}`,
  grouped: (cents: number) => `${grouped(whole(cents), ',')}.${rest(cents)}`,
  blankSigned: (cents: number) => ` $ ${grouped(whole(cents), ',')}.${rest(cents)} `,
  us: (cents: number) => `US$${whole(cents)}.${rest(cents)}`,
  code: (cents: number) => `USD ${whole(cents)}.${rest(cents)}`,
  codeAfter: (cents: number) => `${whole(cents)}.${rest(cents)} USD`,
  comma: (cents: number) => `${whole(cents)},${rest(cents)}`,
  german: (cents: number) => `${grouped(whole(cents), '.')},${rest(cents)}`,
  french: (cents: number) => `${grouped(whole(cents), ' ')},${rest(cents)}`,
  swiss: (cents: number) => `${grouped(whole(cents), '’')}.${rest(cents)}`,
  ntd: (cents: number) => `NT$${grouped(whole(cents), ',')}`,
  yuan: (cents: number) => `${grouped(whole(cents), ',')}元`,
  han: (cents: number) => `新台幣${whole(cents)}元整`,
  wide: (cents: number) => whole(cents).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
};
export type AmountStyle = keyof typeof AMOUNT_STYLES;
const BARE: AmountStyle[] = ['plain', 'short', 'grouped'];
const AMOUNTS: Readonly<Record<Church['currency'], { usual: AmountStyle[]; rare: AmountStyle[] }>> = {
  USD: {
    usual: [...BARE, 'signed'],
    rare: ['blankSigned', 'us', 'code', 'codeAfter', 'comma', 'german', 'french', 'swiss'],
  },
  TWD: { usual: [...BARE, 'ntd', 'yuan'], rare: ['han', 'wide'] },
};

/** Writes an amount in a style. */
export const amountText = (style: AmountStyle, cents: number): string => AMOUNT_STYLES[style](cents);

const latin = ({ first, last }: Person) => `${first} ${last}`;
const NAME_STYLES = {
  plain: latin,
  comma: ({ first, last }: Person) => `${last}, ${first}`,
  turned: ({ first, last }: Person) => `${last} ${first}`,
  upper: (person: Person) => latin(person).toUpperCase(),
  han: (person: Person) => person.chinese ?? latin(person),
  both: (person: Person) => [latin(person), person.chinese].join(' ').trim(),
  commaBoth: ({ first, last, chinese }: Person) => [`${last}, ${first}`, chinese].join(' ').trim(),
  titled: (person: Person) => `Mrs. ${latin(person)}`,
  middle: ({ first, last }: Person) => `${first} Q. ${last}`,
  numbered: (person: Person) => `${latin(person)} (${person.person})`,
  blanks: (person: Person) => `  ${person.first}  ${person.last} `,
};
type NameStyle = keyof typeof NAME_STYLES;
const USUAL_NAMES: NameStyle[] = ['plain', 'comma', 'upper', 'han', 'both', 'commaBoth'];

/** Which columns say who gave. */
const WHO: readonly (readonly Meaning[])[] = [
  ['name'],
  ['first', 'last'],
  ['last', 'first'],
  ['first', 'last', 'chinese'],
  ['name', 'person'],
  ['name', 'email'],
  ['name', 'envelope'],
  ['person', 'first', 'last'],
  ['email', 'first', 'last', 'envelope', 'person'],
  ['person'],
  ['envelope'],
  ['email'],
];

/** By what a refusal names that it does not know the header of a column, other than by the header itself. */
const UNKNOWN: Partial<Record<Meaning, string[]>> = {
  date: ['looks like a list of people'],
  amount: ['looks like a list of people'],
  ...Object.fromEntries(
    ['category', 'method', 'check', 'note', 'deductible', 'notDeductible'].map((meaning) => [meaning, []]),
  ),
};

const ENCODINGS = { utf8: 10, utf8bom: 6, utf16le: 2, utf16be: 1, big5: 4 };
export const fresh = (about: Partial<Row> & Pick<Row, 'cells'>): Row => ({
  gift: null,
  isHopeless: false,
  isSilent: false,
  lines: [0, 0],
  ...about,
});

/** Writes a list of gifts in a style that is drawn. Whatever an import may ask about, the list has as an oddity. */
export function listOf(church: Church, gifts: readonly Gift[], random: Random): List {
  const oddities: Oddity[] = [];
  const odd = (kind: string, about: Partial<Oddity>) =>
    oddities.push({ kind, columns: [], rows: [], texts: [], ...about });
  const drawn = <T>(usual: readonly T[], rare: readonly T[]) => random.pick(random.chance(0.85) ? usual : rare);

  const rareHeaders = random.chance(0.3) ? 0.25 : 0;
  const meanings: (Meaning | null)[] = ['date', 'amount', 'category', ...random.pick(WHO)];
  for (const more of ['method', 'note', 'deductible', 'notDeductible'] as const) {
    if (random.chance(more === 'method' || more === 'note' ? 0.6 : 0.15)) meanings.push(more);
  }
  if (meanings.includes('method') && random.chance(0.7)) meanings.push('check');
  const idle = Object.keys(IDLE).filter(() => random.chance(0.05));
  const isOrdered = random.chance(0.5);
  const columns: Column[] = [...meanings.map(header), ...idle.map((text) => ({ header: text, meaning: null }))];
  if (!isOrdered) shuffle(columns, random);
  if (idle.length > 0) odd('idle columns', { columns: idle });

  const dateStyle = drawn(USUAL_DATES, Object.keys(DATE_STYLES) as DateStyle[]);
  const { usual, rare } = AMOUNTS[church.currency];
  const amountStyle = drawn(usual, rare);
  const nameStyle = drawn(USUAL_NAMES, Object.keys(NAME_STYLES) as NameStyle[]);
  const [yes, no] = random.pick([
    ['Yes', 'No'],
    ['Y', 'N'],
    ['True', 'False'],
    ['1', '0'],
    ['是', '否'],
    ['X', ''],
  ]) as [string, string];
  const of = (meaning: Meaning) => columns.flatMap((one) => (one.meaning === meaning ? one.header : []));
  if (!USUAL_DATES.includes(dateStyle)) odd(`dates ${dateStyle}`, { columns: of('date') });
  if (!usual.includes(amountStyle)) odd(`amounts ${amountStyle}`, { columns: of('amount') });
  if (!USUAL_NAMES.includes(nameStyle)) odd(`names ${nameStyle}`, { columns: of('name') });

  const words = random.chance(0.9) ? 'usual' : 'rare';
  if (words === 'rare') odd('rare words of payment', { columns: of('method') });

  const rows = gifts.map((listed) => {
    const gift = { ...listed };
    const nobody = random.pick(NOBODY);
    const note = random.pick(NOTES);
    const paid = gift.method ? random.pick(METHODS[gift.method][words]) : '';
    const cells = columns.map(({ header: text, meaning }) => {
      const { giver } = gift;
      switch (meaning) {
        case 'date':
          return dateText(dateStyle, gift.day);
        case 'amount':
          return amountText(amountStyle, gift.cents);
        case 'category':
          return gift.fund;
        case 'name':
          return giver ? NAME_STYLES[nameStyle](giver) : nobody;
        case 'method':
          return paid;
        case 'check':
          return gift.check ?? '';
        case 'note':
          return note;
        case 'deductible':
          return gift.isDeductible ? yes : no;
        case 'notDeductible':
          return gift.isDeductible ? no : yes;
        case null:
          return random.pick(IDLE[text] ?? ['']);
        default:
          return giver?.[meaning] ?? '';
      }
    });
    const isNamed = columns.some(({ meaning }, index) => WHO.flat().includes(meaning ?? 'date') && cells[index] !== '');
    if (!isNamed) gift.giver = null;
    if (!of('method').length) gift.method = null;
    if (!of('check').length) gift.check = null;
    return fresh({ cells, gift });
  });
  const unnamed = rows.filter(
    ({ gift, cells }) =>
      gift?.giver === null &&
      !columns.some(({ meaning }, at) => WHO.flat().includes(meaning ?? 'date') && cells[at] !== ''),
  );
  const blankGivers = random.chance(0.5);
  if (unnamed.length > 0 && !blankGivers) odd('blank givers', { rows: unnamed });
  const isShared = ({ giver }: Gift) =>
    giver !== null && church.people.some((one) => one.id !== giver.id && latin(one) === latin(giver));
  const shared = rows.filter(({ gift }) => gift && isShared(gift));
  if (shared.length > 0) odd('two people of one name', { rows: shared });

  const encoding = random.weighted(ENCODINGS);
  if (encoding === 'big5') odd('Big5', { texts: ['encoding'] });
  return {
    columns,
    rows,
    titles: random.chance(0.2) ? TITLES.slice(0, random.between(1, 4)) : [],
    separator: random.pick([',', ',', ',', ';', '\t']),
    quotesAll: random.chance(0.2),
    newline: random.chance(0.5) ? '\n' : '\r\n',
    encoding,
    hasHeader: true,
    dateStyle,
    amountStyle,
    oddities,
    options: { blankGivers },
    spoil: (text) => text,
  };

  function header(meaning: Meaning | null): Column {
    if (meaning === null) return { header: '', meaning };
    const { usual, rare } = HEADERS[meaning];
    const isRare = random.chance(rareHeaders);
    const text = random.pick(isRare ? rare : usual);
    if (isRare) odd('renamed', { columns: [text], texts: UNKNOWN[meaning] ?? ['no column says who gave'] });
    return { header: random.chance(0.1) ? text.toUpperCase() : text, meaning };
  }
}

/** Adds as an oddity that no date of a damaged list shows whether the day or the month comes first. */
export function seeOrder({ dateStyle, rows, columns, oddities }: List): void {
  const days = rows.flatMap(({ gift, isHopeless }) => (gift && !isHopeless ? gift.day : []));
  if (!ORDERLESS.has(dateStyle) || days.some((day) => Number(day.slice(8)) > 12)) return;
  const headers = columns.flatMap(({ header, meaning }) => (meaning === 'date' ? header : []));
  oddities.push({
    kind: 'no order of dates',
    columns: headers,
    rows: [],
    texts: rows.flatMap(({ gift }) => (gift ? dateText(dateStyle, gift.day) : [])),
  });
}

/** Brings columns into a drawn order. */
function shuffle(items: Column[], random: Random): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [items[at], items[other]] = [items[other] as Column, items[at] as Column];
  }
}

/** Writes a list as a text and as the bytes of a file, and tells each row its lines. */
export function written(list: List): { text: string; bytes: Buffer } {
  let line = 1;
  let text = '';
  const add = (more: string) => {
    const first = line;
    line += more.split('\n').length;
    text += more + list.newline;
    return [first, line - 1] as [number, number];
  };
  for (const title of list.titles) add(lineOf(list, [title]));
  if (list.hasHeader)
    add(
      lineOf(
        list,
        list.columns.map(({ header }) => header),
      ),
    );
  for (const row of list.rows) {
    const plain = lineOf(list, row.cells);
    row.lines = add(row.text ? row.text(plain) : plain);
  }
  const spoilt = list.spoil(text);
  return { text: spoilt, bytes: encoded(spoilt, list) };
}

/** Writes cells as a line. */
export function lineOf(
  { separator, quotesAll }: Pick<List, 'separator' | 'quotesAll'>,
  cells: readonly string[],
): string {
  const needs = (cell: string) => quotesAll || /["\n]/.test(cell) || cell.includes(separator);
  return cells.map((cell) => (needs(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator);
}

/** Writes a text in the encoding of a list, or in UTF-8 if it has other characters. */
function encoded(text: string, { encoding }: List): Buffer {
  if (encoding === 'utf16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  if (encoding === 'big5') return inBig5(text) ?? Buffer.from(text);
  return Buffer.from(encoding === 'utf8bom' ? `\uFEFF${text}` : text);
}

let big5: Map<string, number[]> | undefined;

/** Writes a text in Big5. Returns undefined if it has another character, or nothing but ASCII. */
function inBig5(text: string): Buffer | undefined {
  big5 ??= big5Codes();
  const bytes = [];
  for (const letter of text) {
    const code = (letter.codePointAt(0) ?? 0) < 0x80 ? [letter.codePointAt(0) ?? 0] : big5.get(letter);
    if (!code) return undefined;
    bytes.push(...code);
  }
  return bytes.length > text.length ? Buffer.from(bytes) : undefined;
}

/** Returns the usual characters of Big5 with their two bytes. */
function big5Codes(): Map<string, number[]> {
  const decoder = new TextDecoder('big5');
  const codes = new Map<string, number[]>();
  for (let lead = 0xa1; lead <= 0xf9; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const letter = decoder.decode(Uint8Array.of(lead, trail));
      if (letter.length === 1 && !/[\uE000-\uF8FF\uFFFD]/.test(letter)) codes.set(letter, [lead, trail]);
    }
  }
  return codes;
}
