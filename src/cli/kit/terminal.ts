/** Texts from outside, such as names in a backup, that must not control the terminal; and whether it shows colors. */

const COLOR = '\u001B\\[(?:0|1|22|31|32|33|39|97;40)m';
/** Control characters: first those that Vestry itself prints, which are line ends, tabs and the codes of its colors. */
const CONTROLS = new RegExp(`(\\r?\\n|\\t)|(${COLOR})|[\\p{Cc}\\p{Bidi_Control}]`, 'gu');

/**
 * Returns a text for people without control characters that could change what the terminal shows, because the books and
 * backups may contain texts from outside. They become question marks, as in `printable`.
 */
export function forTerminal(text: string): string {
  const isColored = usesColor();
  return text.replace(CONTROLS, (_all, space?: string, color?: string) => space ?? (isColored && color ? color : '?'));
}

/** Returns JSON in which control characters are escaped, also those that JSON allows in texts. */
export function jsonText(value: unknown, indent?: number): string {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(/[\u007F-\u009F\p{Bidi_Control}]/gu, escaped);
}

/** True if standard output is a terminal with colors, and the environment does not turn the colors off. */
export function usesColor(): boolean {
  return process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
