/**
 * Damages lists of gifts. Each damage says by which columns, lines or texts a refusal may name it, and which rows cannot
 * be stored rightly.
 *
 * Left out, because what remains is another valid list, and nobody could notice:
 *
 * - an amount with another digit, or cut to fewer digits; three digits behind a point where commas are decimal; an amount that changed places with another number, such as that
 *   of a check, or that stands under the header of such a number
 * - a day with another digit; a day whose month and day changed places, both up to 12, in a file whose other dates agree
 * - a giver spelt as another member is; the number, envelope or address of another member alone, with no name beside it
 * - the name of another category
 * - a row that is missing as a whole, or is there twice
 * - a giver, check number, way of paying or note left blank, also by a line that is cut before them: the list then has
 *   none, and the report must name the line of a gift without a giver
 * - no header above the list and one within it: what stands above the header is taken for titles
 * - words of a note, such as "voided": a note is for people
 */
import type { Random } from '../../src/lib/random.ts';
import type { Church, Gift } from './church.ts';
import { amountText, dateText, fresh, lineOf, type List, type Oddity, type Row } from './sheet.ts';
import { OTHER_MONEY, PARTS_FOR_TAX, STATUSES, UNDONE, VALUES_RECEIVED } from './words.ts';
import type { Meaning } from './words.ts';

type Wound = Partial<Omit<Oddity, 'kind'>>;
/** Damages a list. Returns by what the damage may be named, or undefined if the list cannot have it. */
type Damage = (list: List, random: Random, church: Church) => Wound | undefined;

const indexOf = (list: List, meaning: Meaning) => list.columns.findIndex((one) => one.meaning === meaning);
const headerOf = (list: List, index: number) => list.columns[index]?.header ?? '';

/** Returns a few rows that are still as they were listed. */
function some(list: List, random: Random, fits: (gift: Gift, row: Row) => boolean = () => true): Row[] {
  const whole = list.rows.filter((row) => row.gift !== null && !row.isHopeless && !row.text && fits(row.gift, row));
  return whole.length === 0 ? [] : Array.from({ length: random.between(1, 3) }, () => random.pick(whole));
}

/** Writes other texts into cells of a column. What the rows then are, `then` says: hopeless if it is left out. */
function cells(
  meaning: Meaning,
  textOf: (row: Row & { gift: Gift }, random: Random, context: { list: List; church: Church }) => string | undefined,
  then: (row: Row & { gift: Gift }) => void = (row) => void (row.isHopeless = true),
): Damage {
  return (list, random, church) => {
    const at = indexOf(list, meaning);
    if (at === -1) return undefined;
    const rows = new Set(some(list, random) as (Row & { gift: Gift })[]);
    const texts: string[] = [];
    for (const row of rows) {
      const text = textOf(row, random, { list, church });
      if (text === undefined) {
        rows.delete(row);
        continue;
      }
      row.cells[at] = text;
      texts.push(text);
      then(row);
    }
    return rows.size === 0 ? undefined : { columns: [headerOf(list, at)], rows: [...rows], texts };
  };
}

/** Adds a column, with a cell for each row. */
function addColumn(list: List, random: Random, header: string, cellOf: (row: Row) => string): void {
  const at = random.below(list.columns.length + 1);
  list.columns.splice(at, 0, { header, meaning: null });
  for (const row of list.rows) row.cells.splice(at, 0, cellOf(row));
}

/** Adds a column that says of some rows that they are no gifts. */
function saysNoGift(headers: readonly string[], good: readonly string[], bad: readonly string[]): Damage {
  return (list, random) => {
    const rows = some(list, random);
    const header = random.pick(headers);
    const usual = random.pick(good);
    addColumn(list, random, header, (row) => (rows.includes(row) ? random.pick(bad) : usual));
    for (const row of rows) row.gift = null;
    return { columns: [header], rows };
  };
}

const asItWas = () => undefined;
const ofNobody = ({ gift }: { gift: Gift }) => void (gift.giver = null);
const noGift = (row: Row) => void (row.gift = null);
const STRANGER = { first: 'Ignatius', last: 'Quillfeather', chinese: '司馬光遠', person: '99123', envelope: '987' };
const WHO: ReadonlySet<Meaning> = new Set(['name', 'first', 'last', 'chinese', 'email', 'envelope', 'person']);

/** Writes something else into every cell that says who gave. */
function another(textOf: (meaning: Meaning) => string, then: (row: Row & { gift: Gift }) => void): Damage {
  return (list, random) => {
    const rows = some(list, random, ({ giver }) => giver !== null) as (Row & { gift: Gift })[];
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      for (const [at, { meaning }] of list.columns.entries()) {
        if (meaning && WHO.has(meaning)) row.cells[at] = textOf(meaning);
      }
      then(row);
    }
    return {
      rows,
      columns: list.columns.filter(({ meaning }) => meaning && WHO.has(meaning)).map((one) => one.header),
    };
  };
}

/** Writes the number or address of another member beside the name of the giver. */
function ofAnother(meaning: 'person' | 'envelope' | 'email'): Damage {
  return (list, random, church) => {
    const at = indexOf(list, meaning);
    if (at === -1 || (indexOf(list, 'name') === -1 && indexOf(list, 'first') === -1)) return undefined;
    const rows = some(list, random, ({ giver }) => giver !== null);
    const others = church.people.filter((one) => one[meaning] !== null);
    for (const row of rows) row.cells[at] = random.pick(others)[meaning] ?? '';
    return { rows, columns: [headerOf(list, at)] };
  };
}

/** Returns a name with one letter changed, or undefined if it is too short for that. */
function misspelt(text: string, random: Random): string | undefined {
  if (text.length < 6 || /\p{Script=Han}/u.test(text)) return undefined;
  const at = random.between(1, text.length - 2);
  return `${text.slice(0, at)}${text[at] === 'z' ? 'k' : 'z'}${text.slice(at + 1)}`;
}

const FOREIGN = [
  '€125.00',
  '£40',
  'HK$300',
  'EUR 125.00',
  '125.00 EUR',
  '¥5,000',
  'CAD 12.00',
  'R$ 50,00',
  '₩50000',
  '100 港幣',
  '人民幣500',
];
const NO_AMOUNTS = [
  '12O.00',
  'abc',
  '12.00.00',
  '1..5',
  '~100',
  '100+20',
  '1e3',
  '12,50.0',
  '=B2',
  '#REF!',
  '--',
  '?',
  '5O',
  '壹佰',
  '1 2 3',
];
const NO_DAYS = [
  '2026-02-30',
  '13/32/2026',
  '2026-13-01',
  'tomorrow',
  'Feb 30, 2026',
  '0000-00-00',
  '31/11/2026',
  '2026-00-10',
  '???',
  '12',
  'Q3 2026',
  '2026-03',
  '115/13/1',
  '6月',
  'Sunday',
];

export const DAMAGES: Readonly<Record<string, Damage>> = {
  'date blank': cells('date', () => ''),
  'amount blank': cells('amount', () => ''),
  'category blank': cells('category', () => ''),
  'method blank': cells(
    'method',
    () => '',
    ({ gift }) => void (gift.method = null),
  ),
  'check blank': cells(
    'check',
    () => '',
    ({ gift }) => void Object.assign(gift, { check: null, method: null }),
  ),
  'giver blank': another(() => '', ofNobody),
  'amount of another currency': cells('amount', (_row, random) => random.pick(FOREIGN), noGift),
  'amount in dollars of the other church': cells(
    'amount',
    (_row, _random, { church }) => (church.currency === 'USD' ? 'NT$3,000' : 'US$100'),
    noGift,
  ),
  'amount negative': cells('amount', ({ cells: [, was = ''] }, random) =>
    random.pick(['-125.00', '(125.00)', '125.00-', '−125.00', `-${was}`, '$(5.00)']),
  ),
  'amount zero': cells('amount', () => '0.00'),
  'amount with three decimals': cells('amount', (_row, random, { list }) =>
    ['comma', 'german', 'french'].includes(list.amountStyle)
      ? undefined
      : random.pick(['125.505', '1.234', '0.001', '$12.345']),
  ),
  'no amount': cells('amount', (_row, random) => random.pick(NO_AMOUNTS)),
  'impossible date': cells('date', (_row, random) => random.pick(NO_DAYS)),
  'day to come': cells('date', (_row, random, { list }) =>
    dateText(list.dateStyle, random.pick(['2027-03-15', '2026-11-21', '2062-06-16'])),
  ),
  'day of another style': cells(
    'date',
    ({ gift }, random) => dateText(random.pick(['iso', 'long', 'han', 'named'] as const), gift.day),
    asItWas,
  ),
  'giver misspelt': cells(
    'name',
    ({ gift, cells: row }, random, { list }) =>
      gift.giver ? misspelt(row[indexOf(list, 'name')] ?? '', random) : undefined,
    asItWas,
  ),
  'surname misspelt': cells(
    'last',
    ({ gift }, random) => (gift.giver ? misspelt(gift.giver.last, random) : undefined),
    asItWas,
  ),
  'giver unknown': another(
    (meaning) =>
      meaning === 'name'
        ? `${STRANGER.first} ${STRANGER.last}`
        : meaning === 'email'
          ? 'ignatius@example.net'
          : STRANGER[meaning as keyof typeof STRANGER],
    (row) => void (row.isHopeless = true),
  ),
  'only a first name': cells('name', ({ gift }) => gift.giver?.first, asItWas),
  'only a surname': cells('name', ({ gift }) => gift.giver?.last, asItWas),
  'a family': cells(
    'name',
    ({ gift }, random) =>
      (gift.giver && random.pick([`${gift.giver.last} Family`, `The ${gift.giver.last}s`, `${gift.giver.last}家`])) ||
      undefined,
    asItWas,
  ),
  'a couple': cells(
    'name',
    ({ gift }, random) =>
      (gift.giver &&
        random.pick([
          `${gift.giver.first} & Pat ${gift.giver.last}`,
          `Mr. and Mrs. ${gift.giver.first} ${gift.giver.last}`,
          `${gift.giver.chinese ?? gift.giver.last}夫婦`,
        ])) ||
      undefined,
    asItWas,
  ),
  'number of another': ofAnother('person'),
  'envelope of another': ofAnother('envelope'),
  'address of another': ofAnother('email'),
  'number as a spreadsheet shows it': cells(
    'person',
    ({ gift }, random) =>
      (gift.giver &&
        random.pick([`${gift.giver.person}.0`, '7.0E+04', `'${gift.giver.person}`, ` ${gift.giver.person} `])) ||
      undefined,
    asItWas,
  ),
  'category unknown': cells('category', (_row, random) =>
    random.pick(['Roof', 'Xmas', '屋頂', 'Tithes and more', '999', 'N/A']),
  ),
  status: saysNoGift(STATUSES.headers, STATUSES.given, STATUSES.notGiven),
  'status blank where given': saysNoGift(STATUSES.headers, [''], STATUSES.notGiven),
  'type of row': saysNoGift(
    ['Type', 'Record Type', 'Kind'],
    ['Payment', 'Gift', 'Donation'],
    ['Pledge', 'Refund', 'Void', 'Reversal'],
  ),
  'word of yes': saysNoGift(UNDONE, ['', 'No', 'N', 'FALSE'], ['Yes', 'Y', 'TRUE', 'X']),
  'day of undoing': saysNoGift(
    ['Voided On', 'Refund Date', 'Date Voided', 'Returned Date', '作廢日期'],
    [''],
    ['2026-11-01'],
  ),
  currency: (list, random, { currency }) =>
    saysNoGift(['Currency', 'Curr', 'ISO Code', '幣別'], [currency], ['EUR', 'HKD', 'CNY'])(list, random, {
      currency,
    } as Church),
  'not deductible': (list, random) => {
    const at = ['deductible', 'notDeductible']
      .map((one) => indexOf(list, one as Meaning))
      .find((index) => index !== -1);
    if (at !== undefined) return undefined;
    const rows = some(list, random, ({ isDeductible }) => isDeductible);
    const [header, yes, no] = random.pick([
      ['Tax Deductible', 'Yes', 'No'],
      ['Deductible', 'TRUE', 'FALSE'],
      ['Tax Ded.', '1', '0'],
      ['Tax', 'Y', 'N'],
      ['Non-Deductible', '', 'X'],
      ['Tax Status', 'Deductible', 'Non-Deductible'],
      ['可抵稅', '是', '否'],
      ['Tax exempt receipt', 'yes', 'no'],
    ]) as [string, string, string];
    addColumn(list, random, header, ({ gift, isHopeless }) => (!gift || isHopeless || gift.isDeductible ? yes : no));
    const added = list.columns.findIndex((one) => one.header === header);
    for (const row of rows) Object.assign(row, { isHopeless: true }).cells[added] = no;
    return { rows, columns: [header] };
  },
  'other money': (list, random) => {
    const header = random.pick(OTHER_MONEY);
    addColumn(list, random, header, () => amountText('plain', random.between(100, 90_000)));
    return { columns: [header] };
  },
  'fee and net': (list, random) => {
    const fee = (row: Row) => Math.round((row.gift?.cents ?? 0) * 0.029) + 30;
    const [one, other] = random.pick([
      ['Fee', 'Net'],
      ['Fees', 'Net Amount'],
      ['Processing Fee', 'Net Deposit'],
      ['手續費', '淨額'],
    ]) as [string, string];
    addColumn(list, random, one, (row) => amountText('plain', fee(row)));
    addColumn(list, random, other, (row) => amountText('plain', (row.gift?.cents ?? 0) - fee(row)));
    return { columns: [one, other] };
  },
  'part for taxes': (list, random) => {
    const rows = some(list, random, ({ isDeductible, cents }) => isDeductible && cents > 2000);
    for (const { gift } of rows) if (gift) gift.benefit = 1500;
    const isPart = random.chance(0.5);
    const header = random.pick(isPart ? PARTS_FOR_TAX : VALUES_RECEIVED);
    addColumn(list, random, header, ({ gift }) => {
      const counted = gift?.isDeductible ? gift.cents - (gift.benefit ?? 0) : 0;
      return amountText('plain', isPart ? counted : (gift?.cents ?? 0) - counted);
    });
    return { rows, columns: [header] };
  },
  'refunded in part': (list, random) => {
    const rows = some(list, random, ({ cents }) => cents > 2000);
    const header = random.pick(['Refund Amount', 'Refunded Amount', 'Amount Refunded', '退款金額']);
    addColumn(list, random, header, (row) => (rows.includes(row) ? '10.00' : random.pick(['', '0.00'])));
    for (const row of rows) row.isHopeless = true;
    return { rows, columns: [header] };
  },
  'column twice': (list, random) => {
    const at = indexOf(list, random.pick(['date', 'amount', 'category', 'name'] as const));
    const column = list.columns[at];
    if (!column) return undefined;
    const isSame = random.chance(0.5);
    for (const row of list.rows)
      row.cells.push(isSame ? (row.cells[at] ?? '') : (random.pick(list.rows).cells[at] ?? ''));
    list.columns.push({ ...column });
    return { columns: [column.header] };
  },
  'headers changed places': (list, random) => {
    const [one, other] = random.pick([
      ['date', 'amount'],
      ['category', 'date'],
      ['amount', 'category'],
      ['name', 'amount'],
      ['name', 'date'],
      ['name', 'category'],
      ['first', 'last'],
      ['amount', 'method'],
    ] as const);
    const a = list.columns[indexOf(list, one)];
    const b = list.columns[indexOf(list, other)];
    if (!a || !b) return undefined;
    [a.header, b.header] = [b.header, a.header];
    if (one === 'name' || one === 'amount') for (const { gift } of list.rows) if (gift) gift.method = null;
    return { columns: [a.header, b.header] };
  },
  'header blank': (list, random) => {
    const column = random.pick(list.columns);
    const { header } = column;
    column.header = '';
    if (column.meaning === 'method' || column.meaning === 'check') {
      for (const { gift } of list.rows) if (gift) Object.assign(gift, { method: null, check: null });
    }
    // The damage that comes after this one may put columns before it.
    const places = [1, 2, 3].map((more) => `column ${list.columns.indexOf(column) + more}`);
    return { rows: list.rows, columns: [header, ...places, 'no column', 'no header'] };
  },
  'no header': (list) => {
    if (list.rows.some(({ isSilent }) => isSilent)) return undefined;
    list.hasHeader = false;
    for (const row of list.rows) row.isHopeless = true;
    return {
      rows: list.rows,
      texts: [...list.titles, ...list.rows.flatMap(({ cells }) => cells)].filter((cell) => cell !== ''),
    };
  },
  'header again': (list, random) => {
    if (!list.hasHeader) return undefined;
    const row = fresh({ cells: list.columns.map(({ header }) => header), isSilent: true });
    list.rows.splice(random.between(1, list.rows.length), 0, row);
    return { rows: [row] };
  },
  total: (list, random) => {
    const at = indexOf(list, 'amount');
    const label = random.pick(['Total', 'Grand Total', 'Totals:', '合計', '總計', 'Subtotal', '小計']);
    const sum = list.rows.reduce((cents, { gift }) => cents + (gift?.cents ?? 0), 0);
    const total = fresh({
      cells: list.columns.map((_column, index) => (index === at ? amountText(list.amountStyle, sum) : '')),
      isSilent: true,
    });
    total.cells[total.cells.findIndex((_cell, index) => index !== at)] = label;
    list.rows.splice(random.chance(0.7) ? list.rows.length : random.between(1, list.rows.length), 0, total);
    return { rows: [total] };
  },
  'blank row': (list, random) => {
    const row = fresh({ cells: list.columns.map(() => ''), isSilent: true });
    list.rows.splice(random.between(0, list.rows.length), 0, row);
    return { rows: [row] };
  },
  'note below': (list, random) => {
    const row = fresh({
      cells: [random.pick(['Counted by two deacons', '以上共計', 'End of report', '* not yet deposited'])],
      isSilent: true,
    });
    list.rows.push(row);
    return { rows: [row] };
  },
  'line cut': (list, random) => {
    const [row] = some(list, random);
    if (!row?.gift) return undefined;
    const kept = random.between(1, list.columns.length - 1);
    // A line of blanks is no row: it is missing as a whole.
    if (!row.cells.slice(0, kept).some(Boolean)) return undefined;
    const lost = list.columns.slice(kept).map(({ meaning }) => meaning);
    row.cells = row.cells.slice(0, kept);
    row.isHopeless = lost.some((one) => one === 'date' || one === 'amount' || one === 'category');
    if (lost.includes('method') || lost.includes('check')) Object.assign(row.gift, { method: null, check: null });
    const left = list.columns
      .slice(0, kept)
      .some(({ meaning }, at) => meaning && WHO.has(meaning) && row.cells[at] !== '');
    if (!left) row.gift.giver = null;
    return { rows: [row] };
  },
  'line in two': (list, random) => {
    const [row] = some(list, random);
    if (!row) return undefined;
    const last = Math.max(...(['date', 'amount', 'category'] as const).map((meaning) => indexOf(list, meaning)));
    const at = random.between(1, last);
    row.text = () => [lineOf(list, row.cells.slice(0, at)), lineOf(list, row.cells.slice(at))].join(list.newline);
    row.isHopeless = true;
    return { rows: [row] };
  },
  'two lines in one': (list, random) => {
    const at = random.below(list.rows.length - 1);
    const [row, next] = list.rows.slice(at, at + 2);
    if (!row?.gift || !next?.gift || row.text || next.text) return undefined;
    row.cells = [...row.cells, ...next.cells];
    row.isHopeless = true;
    list.rows.splice(at + 1, 1);
    return { rows: [row] };
  },
  'one cell more': (list, random) => {
    const [row] = some(list, random);
    if (!row) return undefined;
    const last = Math.max(...(['date', 'amount', 'category'] as const).map((meaning) => indexOf(list, meaning)));
    row.cells.splice(random.between(0, last), 0, random.pick(['x', '5', 'Esq.', '']));
    row.isHopeless = true;
    return { rows: [row] };
  },
  'quote not closed': (list, random) => {
    const [row] = some(list, random);
    if (!row) return undefined;
    const at = random.below(row.cells.length);
    row.text = () =>
      row.cells
        .map((cell, index) => (index === at ? `"${cell.replaceAll('"', '')}` : lineOf(list, [cell])))
        .join(list.separator);
    row.isHopeless = true;
    return { rows: [row, ...list.rows.slice(list.rows.indexOf(row))], texts: ['quote', 'CSV'] };
  },
  'quote inside': (list, random) => {
    const [row] = some(list, random);
    if (!row) return undefined;
    const at = random.below(row.cells.length);
    row.text = () =>
      row.cells
        .map((cell, index) => (index === at ? `"${cell.replaceAll('"', '')}"x` : lineOf(list, [cell])))
        .join(list.separator);
    row.isHopeless = true;
    return { rows: [row], texts: ['quote', 'CSV'] };
  },
  'other separator in a line': (list, random) => {
    const [row] = some(list, random);
    if (!row) return undefined;
    const other = random.pick([',', ';', '\t', '|'].filter((one) => one !== list.separator));
    row.text = () => row.cells.map((cell) => cell.replaceAll(/["\n]/g, '')).join(other);
    row.isHopeless = true;
    return { rows: [row] };
  },
  'other separator in the header': (list, random) => {
    const other = random.pick([',', ';', '\t', '|'].filter((one) => one !== list.separator));
    const first = list.columns.map(({ header }) => header).join(other);
    list.columns[0] = { meaning: null, header: first };
    for (const column of list.columns.slice(1)) column.header = '';
    for (const row of list.rows) row.isHopeless = true;
    return { columns: [first, ...first.split(other)], texts: ['column', 'CSV'] };
  },
  'another kind of file': (list, random) => {
    const others = [
      'First Name,Last Name,Email,Birthday\nAlma,Abernathy,alma@example.org,1970-05-04\n',
      'Date,Vendor,Category,Amount,Memo\n2026-03-15,Power & Light,Utilities,125.50,March\n',
      'Date,Description,Debit,Credit,Balance\n2026-03-15,DEPOSIT,,125.50,4410.20\n2026-03-16,CHECK 101,25.00,,4385.20\n',
      '!Type:Bank\nD3/15/2026\nT125.50\nPDeposit\n^\n',
      'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTTRN><TRNAMT>125.50</STMTTRN></OFX>\n',
      '[{"date":"2026-03-15","amount":125.5,"fund":"Tithe"}]\n',
      '<html><body><table><tr><td>Date</td><td>Amount</td></tr><tr><td>2026-03-15</td><td>125.50</td></tr></table></body></html>\n',
      'Category,Annual,January,February\nTithe,12000,1000,1000\n',
      '',
      'Date,Name,Fund,Amount\n',
      'Date,Name,Tithe,Missions,Total\n2026-03-15,Alma Abernathy,100.00,25.00,125.00\n',
      'Pledge Start,Pledge End,Name,Fund,Pledged\n2026-01-01,2026-12-31,Alma Abernathy,Tithe,1200\n',
    ];
    const other = random.pick(others);
    list.spoil = () => other;
    for (const row of list.rows) row.isHopeless = true;
    return { texts: [''] };
  },
};
