/** Formats lines of the log for people at a terminal. */
import { printable } from '../../lib/text.ts';
import { usesColor } from '../kit/terminal.ts';

type Line = { level?: number; time?: number; status?: number; err?: { message?: string; stack?: string } } & Record<
  string,
  unknown
>;

const LEVELS: Readonly<Record<number, readonly [name: string, color: number]>> = {
  10: ['trace', 2],
  20: ['debug', 2],
  30: ['info', 32],
  40: ['warn', 33],
  50: ['error', 31],
  60: ['fatal', 31],
};
/** Fields that are not printed as `name=value`, because they have their own place or mean nothing to people. */
const PLACED = new Set(['level', 'time', 'msg', 'method', 'route', 'status', 'ms', 'actor', 'err', 'requestId']);

/**
 * Formats a JSON line as text: time, level, message and the other fields. Returns any other line unchanged, except that
 * control characters become `?`.
 */
export function paintLine(text: string): string {
  const line = parse(text);
  if (!line) return printable(text);
  const [name, color] = LEVELS[line.level ?? 0] ?? ['?', 0];
  const said = [
    line.time === undefined ? '' : paint(2, new Date(line.time).toLocaleString('sv-SE')),
    paint(color, name.padEnd(5)),
    line.msg === 'request' ? '' : textOf(line.msg),
    line.method === undefined ? '' : `${textOf(line.method)} ${textOf(line.route)}`,
    line.status === undefined ? '' : paint(colorOf(line.status), String(line.status)),
    line.ms === undefined ? '' : paint(2, `${textOf(line.ms)} ms`),
    line.actor === undefined ? '' : paint(2, `user ${textOf(line.actor)}`),
    ...Object.entries(line)
      .filter(([key]) => !PLACED.has(key))
      .map(([key, value]) => paint(2, `${printable(key)}=${textOf(value)}`)),
  ];
  return [said.filter(Boolean).join(' '), ...errorLines(line)].join('\n');
}

function errorLines({ err }: Line): string[] {
  if (!err) return [];
  const stack = (err.stack ?? err.message ?? '').split('\n');
  return stack.map((line) => paint(2, `    ${printable(line)}`));
}

function textOf(value: unknown): string {
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

function colorOf(status: number): number {
  if (status >= 500) return 31;
  return status >= 400 ? 33 : 32;
}

function paint(color: number, text: string): string {
  return usesColor() && color > 0 ? `\u001B[${color}m${text}\u001B[0m` : text;
}

function parse(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}
