import { unifyHan } from './han.ts';

/** A text as it is stored: Unicode NFC, without white space at the ends. */
export function tidy(text: string): string {
  return text.normalize('NFC').trim();
}

/** A text as it is compared for sameness: no case, no accents, full-width as half-width, single spaces. */
export function fold(text: string): string {
  // Most texts are plain, and then the costly steps change nothing.
  const plain = ASCII.test(text) ? text : withoutMarks(text);
  return plain.toLowerCase().replace(/\s+/g, ' ').trim();
}

const ASCII = /^[\x20-\x7e]*$/;

function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[đðłøıßæœþς‘’ʼ“”‐‑‒–—−]/g, (letter) => AS_TYPED[letter] ?? letter);
}

/** Letters and signs that Unicode does not take apart, but for which people type a plain one. */
const AS_TYPED: Readonly<Record<string, string>> = {
  ð: 'd',
  þ: 'th',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** An e-mail address as it is compared: tidied, without case. */
export function emailKeyOf(email: string): string {
  return tidy(email).toLowerCase();
}

/** A text as it is searched: folded, and with one character for the traditional and simplified forms of a Chinese one. */
export function foldForSearch(text: string): string {
  return unifyHan(fold(text));
}

/** A text from elsewhere as a message shows it: a control character could write over the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}

/** A number of things in words: `1 member`, `2 members`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
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
