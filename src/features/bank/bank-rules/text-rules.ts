/** Proposes the text of a rule for a line like one that a person shows. */

/** A number, a date or a code: what is new in every line. In Chinese, numbers have no spaces around them. */
const CHANGING = /[^\s\p{Script=Han}]*\p{N}[^\s\p{Script=Han}]*[年月日號号期]?/gu;
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?$/i;
const BREAK = '\n';

/**
 * Returns the longest part of a bank's description without numbers, dates and codes, as the bank writes it. A
 * rule with this text fits the line. The result is empty if nothing is left.
 */
export function ruleTextOf(description: string): string {
  const parts = description.replace(CHANGING, BREAK).split(BREAK);
  const texts = parts.map((part, index) => withoutMonths(part, index > 0, index < parts.length - 1));
  return texts.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

/** Removes the name of a month next to a number, and signs at both ends. */
function withoutMonths(part: string, isAfterNumber: boolean, isBeforeNumber: boolean): string {
  const words = part.trim().split(/\s+/);
  if (isAfterNumber && MONTH.test(words[0] ?? '')) words.shift();
  if (isBeforeNumber && MONTH.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ').replace(/^[^\p{L}]+|[^\p{L}).]+$/gu, '');
}
