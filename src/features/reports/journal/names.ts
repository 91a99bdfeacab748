/** Names and texts of a church in a form that hledger and ledger both read as they are. */

/** A text on one line, in which neither program finds a comment, a second payee or two spaces. */
export function lineOf(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[;|]/g, '/');
}

/** A part of an account's name: a colon would begin a sub-account, and a bracket might make a posting unbalanced. */
export function accountPart(name: string): string {
  return lineOf(name).replaceAll(':', '-').replaceAll('[', '(').replaceAll(']', ')') || UNNAMED;
}

const UNNAMED = '-';

/** ledger ends itself at an account below one whose part of the name has 256 bytes; some are left to tell two parts apart. */
const PARENT_BYTES = 230;

/** The same for an account that has others below it: of a very long name the beginning. */
export function parentPart(name: string): string {
  const part = accountPart(name);
  const { read } = new TextEncoder().encodeInto(part, new Uint8Array(PARENT_BYTES));
  return part.slice(0, read).trim();
}

/** The value of a tag: for hledger a comma ends it, for ledger a date in square brackets moves the posting. */
export function tagValue(text: string): string {
  return accountPart(text).replace(/ ?, ?/g, ' / ');
}

type Named = { id: number; name: string };

/** Names by id in the form given; those that have become the same get their ids behind them. */
export function uniqueNames(rows: readonly Named[], form: (name: string) => string): ReadonlyMap<number, string> {
  let names = rows.map(({ id, name }) => ({ id, name: form(name) }));
  for (;;) {
    const counts = new Map<string, number>();
    for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (counts.size === names.length) return new Map(names.map(({ id, name }) => [id, name]));
    names = names.map(({ id, name }) => ({ id, name: counts.get(name) === 1 ? name : `${name} #${id}` }));
  }
}

/** The currency as a commodity: letters as they are, anything else in quotation marks. */
export function commodityOf(currency: string): string {
  const plain = lineOf(currency).replaceAll('"', '');
  return /^[A-Za-z]+$/.test(plain) ? plain : `"${plain || UNNAMED}"`;
}
