import { expect, test } from 'vitest';
import { BOOKS_CHECKS } from '../../src/cli/commands/doctor/books.ts';
import { CHURCH_CHECKS } from '../../src/cli/commands/doctor/church.ts';
import { MACHINE_CHECKS } from '../../src/cli/commands/doctor/machine.ts';
import { REACH_CHECKS } from '../../src/cli/commands/doctor/reach.ts';
import { SETTINGS_CHECKS } from '../../src/cli/commands/doctor/settings.ts';
import { readDocument } from '../support/markdown.ts';

test('docs/operating.md explains every check of the doctor', () => {
  const { text } = readDocument('docs/operating.md');
  const checks = [BOOKS_CHECKS, CHURCH_CHECKS, MACHINE_CHECKS, REACH_CHECKS, SETTINGS_CHECKS].flat();
  // The check of people reports two findings with names of their own.
  const names = checks.flatMap(({ name }) => (name === 'people' ? ['approval', 'counting'] : [name]));
  expect(names.filter((name) => !text.includes(`**${name}**`))).toEqual([]);
});
