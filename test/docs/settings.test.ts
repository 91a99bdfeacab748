import { expect, test } from 'vitest';
import * as z from 'zod';
import { buildProgram } from '../../src/cli/program.ts';
import { DEFAULTS, type SettingName, SETTINGS } from '../../src/config.ts';
import { permissionsOf, PERMISSIONS, ROLES } from '../../src/permissions.ts';
import { EXIT, EXIT_WORDS, type ExitCode } from '../../src/exit-codes.ts';
import { vestry } from '../support/command.ts';
import { codesIn, readDocument, readDocuments, tableUnder } from '../support/markdown.ts';

const table = tableUnder(readDocument('docs/settings.md'), '## All of them');
const [dataDirRow = [], ...rows] = table;

const names = Object.keys(SETTINGS) as SettingName[];
const variables = ['VESTRY_DATA_DIR', ...names.map((name) => SETTINGS[name].variable)];

test('the table has every setting once, in the order of the program, with its environment variable', () => {
  expect(rows.map(([name, variable]) => [codesIn(name), codesIn(variable)])).toEqual(
    names.map((name) => [[name], [SETTINGS[name].variable]]),
  );
  expect(codesIn(dataDirRow[0])).toEqual([]);
  expect(codesIn(dataDirRow[1])).toEqual(['VESTRY_DATA_DIR']);
});

test.each(['serve', 'start', 'restart'])('the flags in the table are those of vestry %s', async (name) => {
  const program = await buildProgram([name]);
  const command = program.commands.find((one) => one.name() === name);
  const flags = new Map(command?.options.map((option) => [option.attributeName(), option.long]));
  const settingFlags = names.map((setting) => [setting, flags.has(setting) ? [flags.get(setting)] : []]);
  expect(rows.map(([setting, , flag]) => [codesIn(setting)[0], codesIn(flag)])).toEqual(settingFlags);
  expect(codesIn(dataDirRow[2])).toEqual([program.options.find(({ long }) => long === '--data-dir')?.long]);
});

test('the defaults in the table are those of the program, and a setting without a default is marked', () => {
  const shown = rows.map(([name, , , value = '']) => [codesIn(name)[0], /^none(?:$|:)/.test(value) ? '' : value]);
  const defaults = new Map(Object.entries(DEFAULTS).map(([name, value]) => [name, String(value)]));
  expect(shown).toEqual(
    names.map((name) => {
      const text = defaults.get(name) ?? '';
      return [name, text && `\`${text}\``];
    }),
  );
});

test('the table lists all values of a setting that has a fixed set of values, and marks secrets', () => {
  const said = rows.map(([name, , , value, what = '']) => ({
    name: codesIn(name)[0],
    codes: codesIn(`${value} ${what}`),
    isSecret: what.endsWith('; secret'),
  }));
  const expected = names.map((name) => {
    const { form } = SETTINGS[name];
    const options = form instanceof z.ZodEnum ? form.options : [];
    return { name, codes: expect.arrayContaining([...options]) as string[], isSecret: 'isSecret' in SETTINGS[name] };
  });
  expect(said).toEqual(expected);
});

test('the program reads every environment variable that a document names', () => {
  const named = readDocuments().flatMap(({ file, text }) =>
    [...text.matchAll(/VESTRY_\w*[A-Z]/g)].map(([variable]) => ({ file, variable })),
  );
  expect(named.length).toBeGreaterThan(variables.length);
  expect(named.filter(({ variable }) => !variables.includes(variable))).toEqual([]);
});

test('the table of permissions names the roles of each permission', () => {
  const everybody = ROLES.filter((role) => role !== 'super_admin');
  const said = tableUnder(readDocument('docs/security.md'), '## Who can do what').map(([permission, roles = '']) => [
    codesIn(permission)[0],
    rolesIn(roles, everybody),
  ]);
  const held = PERMISSIONS.map((permission) => [
    permission,
    everybody.filter((role) => permissionsOf(role).includes(permission)),
  ]);
  expect(said).toEqual(held);
});

/**
 * Returns the roles that a cell means, in the order of the program. A cell lists roles, or says “everybody but” and
 * lists exceptions, or says “super_admin only”.
 */
function rolesIn(cell: string, everybody: readonly string[]): string[] {
  const listed = cell.replace(/^everybody but /, '').split(', ');
  if (cell === 'super_admin only') return [];
  expect(listed.filter((role) => !everybody.includes(role))).toEqual([]);
  return everybody.filter((role) => listed.includes(role) !== cell.startsWith('everybody but '));
}

test('the exit codes in the table are those of the program, and the program’s help lists all of them', async () => {
  const codes = tableUnder(readDocument('docs/settings.md'), '## Exit codes').map(([code]) => Number(code));
  expect(codes).toEqual(Object.values(EXIT).toSorted((one, other) => one - other));
  const { stdout } = await vestry(['--help']);
  const said = /^Exit codes: (.*)\.$/m.exec(stdout)?.[1]?.split(', ');
  expect(said).toEqual(codes.map((code) => `${code} ${EXIT_WORDS[code as ExitCode]}`));
});
