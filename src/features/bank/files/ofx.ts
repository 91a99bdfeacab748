/**
 * Reads an OFX file, SGML or XML, as a tree in one pass. End tags are optional. Aggregates, which contain other
 * elements, are known by name. An unknown element counts as an aggregate only if it has an end tag.
 */
import { breathe } from '../../../lib/chunks.ts';
import { type OfxToken, ofxTokens } from './ofx-tokens.ts';

/**
 * An aggregate, and the aggregates in it. `values` has the name and the text of each of its elements in turn, because a
 * file has many small aggregates, and a map for each would take much memory.
 */
export type OfxAggregate = { name: string; line: number; values: string[]; children: OfxAggregate[] };

export type OfxTree = {
  root: OfxAggregate;
  /** Whether every `<OFX>` has its `</OFX>`. A download that was cut off does not. */
  complete: boolean;
  lastLine: number;
  /** Whether the file is QFX: OFX with the elements of Quicken. */
  isQuicken: boolean;
  /** The line in which the file defines entities of its own, or nests too deeply. Reading stops there. */
  hostile: number | null;
};

const STATEMENTS = ['STMTRS', 'CCSTMTRS'];
const TRANSACTIONS = ['STMTTRN', 'STMTTRNP'];

/** The aggregates of bank and credit card statements, each with those that contain it. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  OFX: [],
  SIGNONMSGSRSV1: ['OFX'],
  SONRS: ['SIGNONMSGSRSV1'],
  FI: ['SONRS'],
  STATUS: ['SONRS', 'STMTTRNRS', 'CCSTMTTRNRS'],
  BANKMSGSRSV1: ['OFX'],
  STMTTRNRS: ['BANKMSGSRSV1'],
  STMTRS: ['STMTTRNRS'],
  BANKACCTFROM: ['STMTRS'],
  CREDITCARDMSGSRSV1: ['OFX'],
  CCSTMTTRNRS: ['CREDITCARDMSGSRSV1'],
  CCSTMTRS: ['CCSTMTTRNRS'],
  CCACCTFROM: ['CCSTMTRS'],
  BANKTRANLIST: STATEMENTS,
  BANKTRANLISTP: STATEMENTS,
  STMTTRN: ['BANKTRANLIST'],
  STMTTRNP: ['BANKTRANLISTP'],
  PAYEE: TRANSACTIONS,
  CURRENCY: TRANSACTIONS,
  ORIGCURRENCY: TRANSACTIONS,
  BANKACCTTO: TRANSACTIONS,
  CCACCTTO: TRANSACTIONS,
  LEDGERBAL: STATEMENTS,
  AVAILBAL: STATEMENTS,
  BALLIST: STATEMENTS,
  BAL: ['BALLIST'],
  INVSTMTMSGSRSV1: ['OFX'],
};

/** Elements that contain no others. */
const ELEMENTS = new Set(['NAME', 'MEMO', 'CHECKNUM', 'FITID', 'EXTDNAME']);

/** How many tags are read between two pauses. */
const STEP = 400;
/** Real files nest about ten deep. */
const DEEPEST = 64;

type Reading = { root: OfxAggregate; open: OfxAggregate[]; started: number; ended: number; isQuicken: boolean };

/** Reads the text of an OFX file as a tree. Pauses after every few thousand tags, so that other requests can run. */
export async function readOfx(text: string): Promise<OfxTree> {
  const root = aggregate('', 1);
  const reading: Reading = { root, open: [root], started: 0, ended: 0, isQuicken: false };
  let [steps, lastLine, hostile] = [0, 1, null as number | null];
  for (const token of ofxTokens(text)) {
    lastLine = token.line;
    if (token.kind === 'definition' || reading.open.length > DEEPEST) {
      hostile = token.line;
      break;
    }
    if (token.kind === 'start') start(reading, token);
    if (token.kind === 'end') end(reading, token.name);
    if ((steps += 1) % STEP === 0) await breathe();
  }
  const complete = reading.started > 0 && reading.started === reading.ended && reading.open.length === 1;
  closeTo(reading, 0);
  return { root, complete, lastLine, hostile, isQuicken: reading.isQuicken };
}

/** Returns the text of an element in an aggregate. If it occurs more than once, the first one counts. */
export function valueIn(aggregate: OfxAggregate | undefined, name: string): string | undefined {
  const values = aggregate?.values ?? [];
  for (let at = 0; at < values.length; at += 2) if (values[at] === name) return values[at + 1];
  return undefined;
}

/** Lists of transactions, which are long. */
const LISTS = new Set(['BANKTRANLIST', 'BANKTRANLISTP']);

/** Returns the aggregates with one of these names, in order, wherever they are, except in a list of transactions. */
export function allNamed(
  { children }: OfxAggregate,
  names: readonly string[],
  found: OfxAggregate[] = [],
): OfxAggregate[] {
  for (const child of children) {
    if (names.includes(child.name)) found.push(child);
    else if (!LISTS.has(child.name)) allNamed(child, names, found);
  }
  return found;
}

function start(reading: Reading, { name, text, line }: OfxToken): void {
  const parents = PARENTS[name];
  const value = text.trim();
  const isText = value !== '' && (parents === undefined || name === 'PAYEE');
  if (isText) {
    const { values } = reading.open.at(-1) ?? reading.root;
    values.push(name, value);
    if (name.startsWith('INTU.')) reading.isQuicken = true;
    return;
  }
  const parent = parents ? reading.open.findLastIndex((one) => parents.includes(one.name)) : -1;
  if (parent >= 0) closeTo(reading, parent);
  reading.open.push(aggregate(name, line));
  if (name === 'OFX') reading.started += 1;
}

function end(reading: Reading, name: string): void {
  const at = reading.open.findLastIndex((one) => one.name === name);
  if (at <= 0) return;
  // Some banks put the memo into an empty name.
  const isElement = ELEMENTS.has(name);
  closeTo(reading, isElement ? at - 1 : at);
  const closed = isElement ? undefined : reading.open.pop();
  if (closed) reading.open.at(-1)?.children.push(closed);
  if (name === 'OFX') reading.ended += 1;
}

/**
 * Closes the aggregates above an index. An unknown element without an end tag was an empty element, so what seemed to be
 * in it belongs to the aggregate around it.
 */
function closeTo({ open, root }: Reading, index: number): void {
  while (open.length > index + 1) {
    const closed = open.pop();
    const around = open.at(-1) ?? root;
    if (!closed) return;
    if (PARENTS[closed.name]) around.children.push(closed);
    else {
      around.children.push(...closed.children);
      around.values.push(...closed.values);
    }
  }
}

function aggregate(name: string, line: number): OfxAggregate {
  return { name, line, values: [], children: [] };
}
