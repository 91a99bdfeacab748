/** Returns a text as it is stored: Unicode NFC, without white space at the ends. */
export function tidy(text: string): string {
  return normalized(text, 'NFC').trim();
}

/**
 * Returns a text in a normal form. A text with more than thirty marks on one letter (UAX #15, "Stream-Safe Text
 * Format") stays as it is, because sorting n marks takes n² steps: 100,000 of them would block the service for twenty
 * seconds.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return TOO_MANY_MARKS.test(text) ? text : text.normalize(form);
}

/** The last two are letters that NFKC turns into marks. */
const TOO_MANY_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** Returns an e-mail address as it is compared: tidied, without case. */
export function emailKeyOf(email: string): string {
  return tidy(email).toLowerCase();
}

/**
 * Returns a foreign text for use in a message, without invisible characters, which could overwrite the terminal or
 * reverse a line.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '?');
}

/** Returns a foreign name, such as that of a file, without characters that could not be stored. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(new RegExp(INVISIBLE, 'gu'), '');
}

/** A number of things in words: `1 member`, `2 members`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * Returns what keeps a text from being stored, as a message about its field, or undefined when nothing does. With
 * `lines` 'many' it may have line ends and tabs.
 */
export function textFault(text: string, lines: 'one' | 'many'): string | undefined {
  if (!text.isWellFormed()) return 'must be well-formed Unicode text';
  const [invisible] = (lines === 'many' ? NOT_PROSE : NOT_LINE).exec(text) ?? [];
  if (invisible === undefined)
    return TOO_MANY_MARKS.test(text) ? 'must not have more than 30 accents on one letter' : undefined;
  if ('\t\n\r'.includes(invisible)) return 'must be text on one line without tabs';
  if (invisible === JOINER) return 'must not hold joined emoji (U+200D); use single ones';
  const number = (invisible.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `must not hold an invisible character (U+${number}), which often comes with copied text; type the text instead of pasting it`;
}

/** Whether a text fits on one line. */
export function isLine(text: string): boolean {
  return textFault(text, 'one') === undefined;
}

const JOINER = '\u200D';
/**
 * Invisible characters: control characters, those that change the direction of text, and those without width. Variation
 * selectors and other marks show with their letter, and a soft hyphen shows where a line breaks.
 */
const INVISIBLE =
  /\p{Cc}|\p{Bidi_Control}|[\u034F\uFFF9-\uFFFB]|\p{Noncharacter_Code_Point}|(?![\p{Mn}\u00AD])\p{Default_Ignorable_Code_Point}/u;
/** On one line, also the characters that end a line or paragraph without being control characters. */
const NOT_LINE = new RegExp(`${INVISIBLE.source}|[\\p{Zl}\\p{Zp}]`, 'u');
const NOT_PROSE = new RegExp(`(?![\\t\\n\\r])(?:${INVISIBLE.source})`, 'u');
