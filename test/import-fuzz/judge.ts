/** Imports a generated file, and compares what is stored with the list from which the file was made. */
import { writeFileSync } from 'node:fs';
import { inTransaction } from '../../src/app.ts';
import { AppError, SetupError } from '../../src/errors.ts';
import { importGifts } from '../../src/features/giving/givings/file-commands.ts';
import { type Giving, GivingQuery, type GivingImport } from '../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../src/features/giving/givings/service.ts';
import { MemberQuery } from '../../src/features/people/members/schema.ts';
import { listMembers } from '../../src/features/people/members/service.ts';
import { generator } from '../../src/lib/random.ts';
import { decode } from '../../src/validate.ts';
import { type Church, type Gift, giftsOf } from './church.ts';
import { DAMAGES } from './damage.ts';
import type { Meaning } from './words.ts';
import { type Column, type List, listOf, type Row, seeOrder, written } from './sheet.ts';

/** What became of a file. `why` says what is wrong in the third case, or what the refusal said. */
type Case = { outcome: 'equal' | 'refused' | 'third'; why: string; kinds: string[]; text: string };

/** Makes a file of a church, imports it, and judges what happened. Nothing is left in the church. */
export async function judge(church: Church, seed: string, file: string): Promise<Case> {
  const random = generator(seed);
  const list = listOf(church, giftsOf(church, random), random);
  const number = Number(random.weighted({ 0: 2, 1: 5, 2: 2 }));
  for (let done = 0; done < number;) {
    const kind = random.pick(Object.keys(DAMAGES));
    const wound = DAMAGES[kind]?.(list, random, church);
    if (!wound) continue;
    list.oddities.push({ kind, columns: [], rows: [], texts: [], ...wound });
    done += 1;
  }
  seeOrder(list);
  const { text, bytes } = written(list);
  writeFileSync(file, bytes);
  const kinds = list.oddities.map(({ kind }) => kind);
  return { ...(await attempt(church, list, file)), kinds, text };
}

const BACK = Symbol('take everything back');

async function attempt(church: Church, list: List, file: string): Promise<Pick<Case, 'outcome' | 'why'>> {
  let said: Pick<Case, 'outcome' | 'why'> | undefined;
  await inTransaction(church.app, async (app) => {
    const result = await importGifts(app, file, { quiet: true, ...list.options }).catch((error: unknown) => error);
    const stored = (await listGivings(app, decode(GivingQuery, { sort: 'id', pageSize: '200' }))).items;
    const { totalCount: total } = await listMembers(app, decode(MemberQuery, {}));
    const isKept = total === church.people.length;
    said = !isKept
      ? { outcome: 'third', why: `There are ${total} members instead of ${church.people.length}.` }
      : result instanceof Error
        ? refusal(list, result, stored)
        : comparison(list, result as GivingImport, stored);
    // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error -- It ends the transaction.
    throw BACK;
  }).catch((error: unknown) => {
    if (error !== BACK) throw error;
  });
  return said ?? { outcome: 'third', why: 'The import did not end.' };
}

/** Judges a refusal, which must name something unusual of the file and store nothing. */
function refusal(list: List, error: Error, stored: readonly Giving[]): Pick<Case, 'outcome' | 'why'> {
  const rows = error instanceof AppError ? (error.details.rows ?? []) : [];
  const shown = rows.slice(0, 4).map(({ line, column, message }) => ` | ${line} ${column ?? '-'}: ${message}`);
  const why = `${error.message}${shown.join('')}`;
  if (!(error instanceof AppError || error instanceof SetupError)) return { outcome: 'third', why: error.stack ?? why };
  if (stored.length > 0) return { outcome: 'third', why: `Refused, and ${stored.length} gifts are stored. ${why}` };
  const isNamed = list.oddities.some(
    ({ columns, rows: odd, texts }) =>
      columns.some((one) => rows.some(({ column }) => same(column, one)) || says(error.message, one)) ||
      odd.some(({ lines: [from, to] }) => rows.some(({ line }) => line >= from && line <= to)) ||
      texts.some((one) => says(why, one)),
  );
  return { outcome: isNamed ? 'refused' : 'third', why: isNamed ? why : `Names nothing unusual. ${why}` };
}

const same = (column: string | null, header: string) => column?.toLowerCase() === header.toLowerCase();
const says = (message: string, text: string) => message.toLowerCase().includes(text.trim().toLowerCase());

/** Compares the stored gifts with the list. */
function comparison(list: List, result: GivingImport, stored: readonly Giving[]): Pick<Case, 'outcome' | 'why'> {
  const rows = list.rows.filter(({ isSilent }) => !isSilent);
  const listed = rows.filter((row): row is Row & { gift: Gift } => row.gift !== null);
  const faults: string[] = [];
  const isIgnored = ({ header }: Column) => result.ignoredColumns.some((one) => same(one, header));
  const unread = new Set(list.columns.filter(isIgnored).map(({ meaning }) => meaning));
  const hopeless = listed.find(({ isHopeless }) => isHopeless);
  if (hopeless) faults.push(`line ${hopeless.lines[0]} cannot be stored rightly, but is`);
  if (listed.length !== stored.length) faults.push(`${stored.length} gifts are stored, of ${listed.length}`);
  for (const [index, { gift, lines }] of listed.entries()) {
    const giving = stored[index];
    const differs = giving && difference(gift, giving, unread);
    if (differs) faults.push(`line ${lines[0]}: ${differs}`);
  }
  const within = (row: Row, line: number) => line >= row.lines[0] && line <= row.lines[1];
  for (const row of rows) {
    if (!row.gift && !result.leftOut.some(({ line }) => within(row, line)))
      faults.push(`line ${row.lines[0]} is no gift, and is not named`);
    if (row.gift?.giver === null && !result.withoutGiver.lines.some((line) => within(row, line))) {
      faults.push(`line ${row.lines[0]} has no giver, and is not named`);
    }
  }
  return faults.length === 0 ? { outcome: 'equal', why: '' } : { outcome: 'third', why: faults.slice(0, 4).join('; ') };
}

/** Returns what a stored gift has other than the list, or undefined if it is equal. */
function difference(gift: Gift, giving: Giving, unread: ReadonlySet<Meaning | null>): string | undefined {
  const pairs: [string, unknown, unknown][] = [
    ['day', gift.day, giving.date],
    ['cents', gift.cents, giving.amount],
    ['fund', gift.fund, giving.categoryName],
    ['giver', gift.giver?.id ?? null, giving.memberId],
    ['benefit', gift.benefit, giving.benefitAmount],
    ...(gift.method && !unread.has('method')
      ? [['method', gift.method, giving.method] as [string, unknown, unknown]]
      : []),
    ...(gift.check && !unread.has('check')
      ? [['check', gift.check, giving.checkNumber] as [string, unknown, unknown]]
      : []),
  ];
  const found = pairs.find(([, listed, stored]) => listed !== stored);
  return found && `${found[0]} is ${String(found[2])} instead of ${String(found[1])}`;
}
