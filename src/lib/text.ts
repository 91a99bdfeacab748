/** A text as it is stored: Unicode NFC, without white space at the ends. */
export function tidy(text: string): string {
  return normalized(text, 'NFC').trim();
}

/**
 * A text in a normal form. With more than thirty marks on one letter (UAX #15, "Stream-Safe Text Format") it stays as it is,
 * because sorting marks takes the square of their number: 100,000 of them keep the service busy for twenty seconds.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return TOO_MANY_MARKS.test(text) ? text : text.normalize(form);
}

/** The last two are letters that become marks in NFKC. */
const TOO_MANY_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** An e-mail address as it is compared: tidied, without case. */
export function emailKeyOf(email: string): string {
  return tidy(email).toLowerCase();
}

/** A text from elsewhere as a message shows it: what is not seen could write over the terminal, or turn a line around. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '?');
}

/** A name from elsewhere, such as that of a file, without what could not be stored. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(new RegExp(INVISIBLE, 'gu'), '');
}

/** A number of things in words: `1 member`, `2 members`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** What keeps a text from being stored, as a sentence about its field; undefined when nothing does. `lines` may have line ends and tabs. */
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

/** Whether a text can be kept on one line. */
export function isLine(text: string): boolean {
  return textFault(text, 'one') === undefined;
}

const JOINER = '\u200D';
/**
 * What is not seen: control characters, those that turn the direction of text, and those without width. Variation selectors and
 * other marks are seen with their letter, and a soft hyphen where a line breaks.
 */
const INVISIBLE =
  /\p{Cc}|\p{Bidi_Control}|[\u034F\uFFF9-\uFFFB]|\p{Noncharacter_Code_Point}|(?![\p{Mn}\u00AD])\p{Default_Ignorable_Code_Point}/u;
/** On one line, also what ends a line or paragraph without being a control character. */
const NOT_LINE = new RegExp(`${INVISIBLE.source}|[\\p{Zl}\\p{Zp}]`, 'u');
const NOT_PROSE = new RegExp(`(?![\\t\\n\\r])(?:${INVISIBLE.source})`, 'u');
