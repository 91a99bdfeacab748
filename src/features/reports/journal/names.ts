/** Converts a church's names and texts to a form that both hledger and ledger read without changes. */

/**
 * Returns a text as one line without double spaces. Replaces the characters that either program would read as the start
 * of a comment or the end of a payee.
 */
export function lineOf(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[;|]/g, '/');
}

/**
 * Returns a part of an account's name. Replaces colons, which would begin a sub-account, and brackets, which could make
 * a posting unbalanced.
 */
export function accountPart(name: string): string {
  return lineOf(name).replaceAll(':', '-').replaceAll('[', '(').replaceAll(']', ')') || UNNAMED;
}

const UNNAMED = '-';

/**
 * The maximum length of the name of a parent account. ledger crashes on a sub-account if that name has 256 bytes or
 * more. The limit is lower, to leave room for the id that makes a name unique.
 */
const PARENT_BYTES = 230;

/** Returns the name part of an account that has sub-accounts, shortened if it is very long. */
export function parentPart(name: string): string {
  const part = accountPart(name);
  const { read } = new TextEncoder().encodeInto(part, new Uint8Array(PARENT_BYTES));
  return part.slice(0, read).trim();
}

/**
 * Returns the value of a tag. Replaces commas, which end a tag in hledger, and square brackets, because a date in them
 * moves the posting in ledger.
 */
export function tagValue(text: string): string {
  return accountPart(text).replace(/ ?, ?/g, ' / ');
}

type Named = { id: number; name: string };

/** Returns the names by id, each converted with `form`. If converted names are equal, their ids are appended. */
export function uniqueNames(rows: readonly Named[], form: (name: string) => string): ReadonlyMap<number, string> {
  let names = rows.map(({ id, name }) => ({ id, name: form(name) }));
  for (;;) {
    const counts = new Map<string, number>();
    for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (counts.size === names.length) return new Map(names.map(({ id, name }) => [id, name]));
    names = names.map(({ id, name }) => ({ id, name: counts.get(name) === 1 ? name : `${name} #${id}` }));
  }
}

/** Returns the currency as a commodity: unchanged if it has only letters, otherwise in quotation marks. */
export function commodityOf(currency: string): string {
  const plain = lineOf(currency).replaceAll('"', '');
  return /^[A-Za-z]+$/.test(plain) ? plain : `"${plain || UNNAMED}"`;
}
