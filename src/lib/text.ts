/** A text as it is stored: Unicode NFC, without white space at the ends. */
export function tidy(text: string): string {
  return text.normalize('NFC').trim();
}

/** A text as it is searched and compared for sameness: no case, no accents, full-width as half-width, single spaces. */
export function fold(text: string): string {
  // Most texts are plain, and then the costly steps change nothing.
  const plain = ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{Mn}/gu, '');
  return plain.toLowerCase().replace(/\s+/g, ' ').trim();
}

const ASCII = /^[\x20-\x7e]*$/;

/** An e-mail address as it is compared: tidied, without case. */
export function emailKeyOf(email: string): string {
  return tidy(email).toLowerCase();
}

/** Folds several optional texts into the one that a search looks through; null when there is nothing to find. */
export function searchKey(...parts: readonly (string | null | undefined)[]): string | null {
  return (
    parts
      .filter(Boolean)
      .map((part) => fold(part ?? ''))
      .join('\n') || null
  );
}

/** Whether a text can be kept on one line: well-formed Unicode without control characters. */
export function isLine(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** The same for text of several lines, which may have line ends and tabs. */
export function isProse(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

/** Control characters (Unicode category Cc) but tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
