/** A refusal whose reason is settled on another screen leads there. */
import { expect, test } from 'vitest';
import { nextStepOf } from '../../../src/console/problems/next-step.ts';
import { ERRORS } from '../../../src/errors.ts';

test.each([
  ['period_finalized', { firstOpenDate: '2026-03-01' }, '/month-end/2026-02'],
  ['period_finalized', { firstOpenDate: '2026-01-01' }, '/month-end/2025-12'],
  ['period_finalized', {}, '/month-end'],
  ['later_period_finalized', { months: ['2026-05', '2026-04'] }, '/month-end/2026-05'],
  ['open_periods', { months: ['2026-01', '2026-02'] }, '/month-end/2026-01'],
  ['later_period_finalized', { months: 'two' }, '/month-end'],
  ['year_closed', {}, '/reports/fiscal-years'],
  ['before_the_books', {}, '/settings/opening'],
])('%s with %j leads to %s', (code, extra, href) => {
  expect(code in ERRORS).toBe(true);
  expect(nextStepOf(code, extra)?.href).toBe(href);
});

test('a month or a year is reopened only by who may reopen it', () => {
  expect(nextStepOf('year_closed', {})?.needs).toBe('statements.reopen');
  expect(nextStepOf('later_period_finalized', { months: ['2026-05'] })?.needs).toBe('statements.reopen');
  expect(nextStepOf('period_finalized', {})?.needs).toBe('statements.reopen');
  const toFinalize = nextStepOf('open_periods', { months: ['2026-01'] });
  expect(toFinalize).toMatchObject({ step: 'openMonth', needs: 'statements.manage' });
});

test('other refusals are settled where they are shown', () => {
  expect(nextStepOf('validation_failed', { firstOpenDate: '2026-03-01' })).toBeUndefined();
  expect(nextStepOf('toString', {})).toBeUndefined();
});
