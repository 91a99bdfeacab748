/** Writes a church's names and texts in a form that both hledger and ledger read unchanged. */

/**
 * Returns a text on one line, without anything that either program takes for a comment or a second payee, and without
 * double spaces.
 */
export function lineOf(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[;|]/g, '/');
}

/**
 * Returns a part of an account's name. A colon would begin a sub-account, and a bracket could make a posting
 * unbalanced.
 */
export function accountPart(name: string): string {
  return lineOf(name).replaceAll(':', '-').replaceAll('[', '(').replaceAll(']', ')') || UNNAMED;
}

const UNNAMED = '-';

/**
 * ledger crashes on an account below one whose part of the name has 256 bytes. The rest is left to make names unique.
 */
const PARENT_BYTES = 230;

/** Returns a part of an account that has sub-accounts, shortened if it is very long. */
export function parentPart(name: string): string {
  const part = accountPart(name);
  const { read } = new TextEncoder().encodeInto(part, new Uint8Array(PARENT_BYTES));
  return part.slice(0, read).trim();
}

/** Returns the value of a tag. In hledger a comma ends it; in ledger a date in square brackets moves the posting. */
export function tagValue(text: string): string {
  return accountPart(text).replace(/ ?, ?/g, ' / ');
}

type Named = { id: number; name: string };

/** Returns names by id in the given form. Names that have become equal get their ids appended. */
export function uniqueNames(rows: readonly Named[], form: (name: string) => string): ReadonlyMap<number, string> {
  let names = rows.map(({ id, name }) => ({ id, name: form(name) }));
  for (;;) {
    const counts = new Map<string, number>();
    for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (counts.size === names.length) return new Map(names.map(({ id, name }) => [id, name]));
    names = names.map(({ id, name }) => ({ id, name: counts.get(name) === 1 ? name : `${name} #${id}` }));
  }
}

/** Returns the currency as a commodity: letters unchanged, anything else in quotation marks. */
export function commodityOf(currency: string): string {
  const plain = lineOf(currency).replaceAll('"', '');
  return /^[A-Za-z]+$/.test(plain) ? plain : `"${plain || UNNAMED}"`;
}
