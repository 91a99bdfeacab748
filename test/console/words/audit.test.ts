/** Checks that the audit log is shown in Chinese: every action and resource that the service records has a name. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { auditWords, valueText } from '../../../src/console/settings/audit-names.ts';
import { names } from '../../../src/console/settings/words.audit.zh-TW.ts';
import { ROOT } from '../../support/package.ts';

const FEATURES = path.join(ROOT, 'src/features');
const SOURCE = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('examples.ts'))
  .map((file) => readFileSync(path.join(FEATURES, file), 'utf8'))
  .join('\n');

/** Returns the names in quotes that follow something in the source. */
const quoted = (before: string) => [
  ...new Set(Array.from(SOURCE.matchAll(new RegExp(`${before}'([A-Z]\\w+)'`, 'g')), ([, name = '']) => name)),
];

const { action, entity, field, value } = auditWords(names);
const LATIN = /[A-Za-z]{2,}/g;
/** The foreign words that stay in a Chinese name. */
const foreign = (text: string) => (text.match(LATIN) ?? []).filter((word) => word !== 'LINE');

test('every action of the service has a Chinese name', () => {
  const actions = quoted('(?:action: |(?:Fact|fact|changed|changeOf|recordChange)\\((?:app, )?)').filter(
    (name) => name !== 'Action',
  );
  expect(actions.length).toBeGreaterThan(80);
  expect(actions.filter((name) => foreign(action(name)).length > 0)).toEqual([]);
});

test('every kind of resource has a Chinese name', () => {
  const kinds = quoted('entityType: ');
  expect(kinds.length).toBeGreaterThan(30);
  expect(kinds.filter((name) => foreign(entity(name)).length > 0)).toEqual([]);
});

test('an action is named by its verb and its resource, and what has no name stays readable', () => {
  expect(action('ExpenseApproved')).toBe('核准支出');
  expect(action('GivingCategoryDisabled')).toBe('停用奉獻類別');
  expect(action('SomethingHappened')).toBe('Something happened');
  expect(field('expenseDate')).toBe('支出日期');
  expect(field('toString')).toBe('to string');
  expect(value('PendingApproval')).toBe('待核准');
  expect(value('Elm Street')).toBe('Elm Street');
});

test('in English, the names of the log are shown as words', () => {
  const words = auditWords(null);
  expect(words.action('ExpenseApproved')).toBe('Expense approved');
  expect(words.field('closingBalance')).toBe('closing balance');
});

test('values are shown for people: lists by line, records by the names of their fields', () => {
  const yesOrNo = (isTrue: boolean) => (isTrue ? '是' : '否');
  const text = (value: unknown) => valueText(value, auditWords(names), yesOrNo);
  expect(text(null)).toBe('–');
  expect(text(false)).toBe('否');
  expect(text(12.5)).toBe('12.5');
  expect(text([{ fundId: 3, amount: 5, note: null }, 'Draft'])).toBe('基金: 3; 金額: 5\n草稿');
});
