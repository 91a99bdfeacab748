/**
 * Reads a worked example in a document: its files, its commands in bash, and the lines that each box of commands should
 * print. Bash itself expands loops and variables, but records the commands of Vestry instead of running them, so that a
 * test can run them all in one process.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Document, Piece } from './markdown.ts';

/** A box of commands, with the lines of the box after it. */
export type Step = { line: number; script: string; shown: string[] };

/** Returns the boxes of commands in a document, in order. */
export function stepsOf({ file, fences }: Document): Step[] {
  const steps: Step[] = [];
  for (const { language, line, text } of fences) {
    if (language === 'bash') steps.push({ line, script: text, shown: [] });
    if (language !== 'text') continue;
    const step = steps.at(-1);
    if (!step || step.shown.length > 0) throw new Error(`${file}:${line} shows the output of no commands.`);
    step.shown.push(...text.split('\n').map(plain).filter(Boolean));
  }
  return steps;
}

const DATA = /^(?:json|csv)$/;

/** Writes the files that the reader of the document is told to save. The last file name before a box is its name. */
export function saveFiles({ file, fences, spans }: Document, dir: string): void {
  const nameOf = ({ line, language }: Piece) => {
    const name = spans.findLast((span) => span.line < line && span.text.endsWith(`.${language}`))?.text;
    if (name === undefined) throw new Error(`${file}:${line} has no file name.`);
    return path.join(dir, name);
  };
  for (const fence of fences) if (DATA.test(fence.language)) writeFileSync(nameOf(fence), fence.text);
}

/** Prints the number of the words that follow `npx`, and the words. */
const RECORDER = String.raw`npx() { printf '%s\0' "$#" "$@"; }`;

/** Returns the commands of Vestry that a script runs, each as a list of arguments. */
export function recorded(script: string): string[][] {
  const words = execFileSync('bash', ['-euc', `${RECORDER}\n${script}`], { encoding: 'utf8' }).split('\0');
  const commands: string[][] = [];
  while (words.length > 1) {
    const [program, ...args] = words.splice(0, Number(words.shift()));
    if (program !== 'vestry') throw new Error(`The guide runs ${program}.`);
    commands.push(args);
  }
  return commands;
}

/**
 * Returns the first line that is shown but was not printed, or undefined. The lines are in the same order, with others
 * between them. The number of spaces does not matter, and `...` stands for the rest of a line.
 */
export function firstMissing(shown: readonly string[], printed: string): string | undefined {
  const lines = printed.split('\n').map(plain);
  let at = 0;
  return shown.find((line) => {
    const start = line.replace(/\.\.\.$/, '');
    const found = lines.findIndex(
      (one, index) => index >= at && (start === line ? one === line : one.startsWith(start)),
    );
    at = found + 1;
    return found < 0;
  });
}

const plain = (line: string) => line.trim().replaceAll(/\s+/g, ' ');

/** Returns the value in cents of a sum such as `12 × 2,000 + 45.50 − 300`. */
export function centsOf(sum: string): number {
  const terms = sum.replaceAll(',', '').matchAll(/([+−])? ?(?:(\d+) × )?(\d+(?:\.\d\d)?)(?= |$)/g);
  const all = [...terms];
  if (all.map(([term]) => term).join(' ') !== sum.replaceAll(',', '')) throw new Error(`This is not a sum: ${sum}`);
  const cents = all.map(
    ([, sign, times = '1', amount]) => (sign === '−' ? -1 : 1) * Number(times) * Math.round(Number(amount) * 100),
  );
  return cents.reduce((total, one) => total + one, 0);
}
