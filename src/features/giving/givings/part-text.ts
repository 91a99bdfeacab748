/** Writes and reads the parts of a gift as one cell of a file, such as `Tithe: 60.00; Missions: 40.00`. */
import { type Minor, parseMoney, plainMoney } from '../../../lib/money.ts';

/** A part with the name of its category. */
export type NamedPart = { categoryName: string; amount: Minor };

/** Formats parts as a text that `parseParts` reads. Puts a backslash before each semicolon or backslash in a name. */
export function formatParts(parts: readonly NamedPart[]): string {
  return parts.map(({ categoryName, amount }) => `${escaped(categoryName)}: ${plainMoney(amount)}`).join('; ');
}

/** Reads parts from a text. Returns undefined if the text does not have this form. */
export function parseParts(text: string): NamedPart[] | undefined {
  const parts = (text.match(PIECE) ?? []).map(parsePiece);
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Matches one part: the text up to the next semicolon that has no backslash before it. */
const PIECE = /(?:\\.|[^\\;])+/gu;

function parsePiece(piece: string): NamedPart | undefined {
  const colon = piece.lastIndexOf(':');
  const categoryName = piece.slice(0, Math.max(colon, 0)).trim().replaceAll(/\\(.)/gu, '$1');
  const amount = parseMoney(piece.slice(colon + 1).trim());
  return categoryName === '' || amount === undefined ? undefined : { categoryName, amount };
}

const escaped = (name: string) => name.replaceAll(/[\\;]/gu, String.raw`\$&`);
