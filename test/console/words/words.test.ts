/** Checks that all words of the console exist in both languages and are used, and that every refusal has a text. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { words as english } from '../../../src/console/problems/words.en.ts';
import { words as chinese } from '../../../src/console/problems/words.zh-TW.ts';
import { ERRORS } from '../../../src/errors.ts';
import { ROOT } from '../../support/package.ts';

const CONSOLE = path.join(ROOT, 'src/console');
const FILES = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const ROOMS = FILES.filter((file) => file.endsWith('/words.en.ts')).map((file) => path.dirname(file));
const SOURCE = FILES.filter((file) => /\.tsx?$/.test(file) && !file.includes('words.'))
  .map((file) => readFileSync(path.join(CONSOLE, file), 'utf8'))
  .join('\n');

type Words = Readonly<Record<string, string>>;
const wordsOf = async (room: string, language: string) =>
  ((await import(path.join(CONSOLE, room, `words.${language}.ts`))) as { words: Words }).words;

/** Returns the name under which the program looks up a word. The singular and the plural form share one name. */
const asked = (key: string) => key.replace(/_(?:one|other)$/, '');
const placeholders = (text: string) => Array.from(text.matchAll(/\{\{\w+\}\}/g), ([name]) => name).toSorted();

describe.each(ROOMS)('the words of %s', (room) => {
  test('exist in both languages, with the same variables', async () => {
    const [english, chinese] = await Promise.all([wordsOf(room, 'en'), wordsOf(room, 'zh-TW')]);
    // Chinese has no singular form.
    const expected = Object.keys(english).filter((key) => !key.endsWith('_one'));
    expect(Object.keys(chinese).toSorted()).toEqual(expected.toSorted());
    for (const key of expected) expect(placeholders(chinese[key] ?? ''), key).toEqual(placeholders(english[key] ?? ''));
    for (const [key, text] of Object.entries({ ...english, ...chinese })) expect(text.trim(), key).not.toBe('');
  });

  test('are all used', async () => {
    const words = Object.keys(await wordsOf(room, 'en')).map(asked);
    const composed = Array.from(SOURCE.matchAll(/t\(`(\w+)\$\{/g), ([, start = '']) => start);
    // Lists in the source contain the keys of rooms and field groups. The keys of refusals are the codes of errors.
    const isSaid = (key: string) => new RegExp(`['"]${key}['"]|\\b${key}: [[{]`).test(SOURCE);
    const isComposed = (key: string) => composed.some((start) => key.startsWith(start));
    expect(words.filter((key) => !isSaid(key) && !isComposed(key) && !(key in ERRORS))).toEqual([]);
  });
});

test('every refusal of the service has a text in both languages', () => {
  const codes = Object.keys(ERRORS);
  expect(codes.filter((code) => !(code in english))).toEqual([]);
  expect(codes.filter((code) => !(code in chinese))).toEqual([]);
});

describe('the codes of bad fields', () => {
  // Imports of files and commands write their own sentences, which name the cell or the option.
  const ELSEWHERE =
    /^(?:console|build|cli)\/|(?:giving|spending)\/(?:import|payouts)\/|examples\.ts$|-cli\.ts$|commands\.ts$/;
  const SERVICE = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file))
    .map((file) => readFileSync(path.join(ROOT, 'src', file), 'utf8'))
    .join('\n');
  const WAYS = [
    /badField\(\s*[^,;]+?,\s*'([a-z]\w+)'/g,
    /code: '([a-z]\w+)'(?: as const)?,\s*message/g,
    /params: \{ code: '([a-z]\w+)' \}/g,
    /\b(?:refuse|at|fault)\(\s*'[^']+',\s*'([a-z]\w+)'/g,
  ];
  const CODES = new Set(WAYS.flatMap((way) => Array.from(SERVICE.matchAll(way), ([, code = '']) => code)));
  /** Warnings, which are not about a field, and what the page never sends or says in the words of its form. */
  const OTHERS = new Set([
    'account_of_money',
    'ambiguous',
    'ambiguous_giver',
    'below_zero',
    'custodial_deductible',
    'daf_benefit',
    'day_of_death_missing',
    'died_before_gift',
    'disclosure_due',
    'fund_overdrawn',
    'gift_date_far',
    'giver_deceased',
    'giver_mismatch',
    'holds_nothing',
    'invalid_place',
    'invalid_header',
    'invalid_json',
    'late',
    'left_out',
    'likely_duplicate',
    'malformed_csv',
    'needs_accounts',
    'needs_funds',
    'no_loan',
    'not_with_loan',
    'note_may_name_giver',
    'opening_differs',
    'other_funds',
    'reversed',
    'same_approver_and_payer',
    'self_approval',
    'similar_person',
    'single_counter',
    'too_many_fields',
    'unchanged',
    'wrong_class',
    'user_of_deceased',
    'value_booked',
    'vendor_in_list',
    'year_not_over',
  ]);
  const SAID = Object.keys(english).filter((key) => key.startsWith('field_') && key !== 'field_other');

  test('have a sentence each', () => {
    expect(CODES.size).toBeGreaterThan(80);
    expect([...CODES].filter((code) => !OTHERS.has(code) && !SAID.includes(`field_${code}`))).toEqual([]);
  });

  test('with a sentence are codes of the service or of its schemas', () => {
    const all = SERVICE + readFileSync(path.join(ROOT, 'node_modules/zod/v4/core/errors.d.ts'), 'utf8');
    const isKnown = (key: string) => new RegExp(`['"]${key.slice('field_'.length)}['"]`).test(all);
    expect(SAID.filter((key) => !isKnown(key))).toEqual([]);
  });
});
