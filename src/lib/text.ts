/** Returns a text in the form in which it is stored: Unicode NFC, without white space at the ends. */
export function tidy(text: string): string {
  return normalized(text, 'NFC').trim();
}

/**
 * Returns a text in a Unicode normal form. A text with more than thirty marks on one letter (UAX #15, "Stream-Safe Text
 * Format") is returned unchanged, because sorting n marks takes n² steps. 100,000 marks would block the service for
 * twenty seconds.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return TOO_MANY_MARKS.test(text) ? text : text.normalize(form);
}

/** Matches more than thirty marks in a row. U+FF9E and U+FF9F are letters, but NFKC turns them into marks. */
const TOO_MANY_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/**
 * Returns an e-mail address in the form in which addresses are compared: normalized by `tidy`, in lower case, and with the domain
 * in Punycode.
 */
export function emailKeyOf(email: string): string {
  const key = tidy(email).toLowerCase();
  const [, local = '', domain = ''] = FOREIGN_DOMAIN.exec(key) ?? [];
  const url = `http://${domain}`;
  return domain !== '' && URL.canParse(url) ? `${local}${new URL(url).hostname}` : key;
}

/** An address whose domain has characters that are not ASCII. */
const FOREIGN_DOMAIN = /^([^@]*@)(?=.*[^\0-\x7F])([\p{L}\p{N}\p{M}.-]+)$/u;

/**
 * Returns a text from outside for use in a message. Control characters, which could change what the terminal shows,
 * become question marks.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '?');
}

/** Returns a name from outside, such as that of a file, without characters that cannot be stored. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(new RegExp(INVISIBLE, 'gu'), '');
}

/** Returns a number with its noun, such as `1 member` or `2 members`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * Returns the reason why a text cannot be stored, as a message about its field. Returns undefined if the text can be
 * stored. If `lines` is `many`, the text may have line ends and tabs.
 */
export function textFault(text: string, lines: 'one' | 'many'): string | undefined {
  if (!text.isWellFormed()) return 'must be well-formed Unicode text';
  const [invisible] = (lines === 'many' ? NOT_PROSE : NOT_LINE).exec(text) ?? [];
  if (invisible === undefined)
    return TOO_MANY_MARKS.test(text) ? 'must not have more than 30 accents on one letter' : undefined;
  if ('\t\n\r'.includes(invisible)) return 'must be text on one line without tabs';
  if (invisible === JOINER) return 'must not contain joined emoji (U+200D); use single emoji';
  const number = (invisible.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `must not contain an invisible character (U+${number}), which often comes with copied text; type the text instead of pasting it`;
}

/**
 * Returns the fault of a text from a file that has a character of private use, or undefined. Only the program that wrote such a
 * character can show it, and nobody finds it.
 */
export function privateUseFault(text: string): { code: string; message: string } | undefined {
  const [found] = PRIVATE_USE.exec(text) ?? [];
  if (found === undefined) return undefined;
  const number = (found.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return {
    code: 'private_use_character',
    message: `has a character that only the program that wrote the file can show (U+${number}); type the right character instead`,
  };
}

const PRIVATE_USE = /\p{Co}/u;

/** Returns whether a text can be stored as one line. */
export function isLine(text: string): boolean {
  return textFault(text, 'one') === undefined;
}

const JOINER = '\u200D';
/**
 * Invisible characters: control characters, characters that change the direction of text, and characters without width.
 * Variation selectors and other marks are not included, because they show with their letter. A soft hyphen is not
 * included either, because it is visible where a line breaks.
 */
const INVISIBLE =
  /\p{Cc}|\p{Bidi_Control}|[\u034F\uFFF9-\uFFFB]|\p{Noncharacter_Code_Point}|(?![\p{Mn}\u00AD])\p{Default_Ignorable_Code_Point}/u;
/**
 * The characters that text on one line must not contain: invisible ones, and the Unicode separators of lines and
 * paragraphs.
 */
const NOT_LINE = new RegExp(`${INVISIBLE.source}|[\\p{Zl}\\p{Zp}]`, 'u');
const NOT_PROSE = new RegExp(`(?![\\t\\n\\r])(?:${INVISIBLE.source})`, 'u');
