/** Tests for `nearest.js`, which finds the tests that `npm run test:changed` runs. */
import { expect, test } from 'vitest';

type Found = { chosen: string[]; leftOut: string[] };

const FILE = new URL('../changed/nearest.js', import.meta.url).href;
const { nearest } = (await import(FILE)) as {
  nearest: (changed: readonly string[], texts: ReadonlyMap<string, string>, most: number) => Found;
};

const PART = 'src/features/giving/deposits';
const TEXTS = new Map([
  [`${PART}/service.ts`, `import { rule } from './rules.ts';`],
  [`${PART}/rules.ts`, ''],
  ['src/rooms.ts', `const load = () => import('./features/giving/deposits/service.ts');`],
  ['test/features/giving/sums.test.ts', `import { add } from '../../../${PART}/service.ts';`],
  ['test/contract/cli-deposits.test.ts', ''],
  ['test/contract/vendors.test.ts', ''],
  ['test/contract/every-route.test.ts', ''],
  ['test/app.test.ts', `import { ROOMS } from '../src/rooms.ts';`],
  ['test/console/deposits.test.ts', ''],
  ['test/docs/links.test.ts', ''],
]);

test('the nearest tests import the changed file or have its name, and not by way of the whole program', () => {
  expect(nearest([`${PART}/rules.ts`], TEXTS, 9).chosen).toEqual([
    'test/contract/cli-deposits.test.ts',
    'test/features/giving/sums.test.ts',
  ]);
});

test('a changed route is also tried by the tests of every route, and a changed document by the tests of documents', () => {
  expect(nearest([`${PART}/routes.ts`], TEXTS, 9).chosen).toContain('test/contract/every-route.test.ts');
  expect(nearest(['docs/install.md'], TEXTS, 9).chosen).toEqual(['test/docs/links.test.ts']);
});

test('a changed test runs first, and what does not run is named', () => {
  const { chosen, leftOut } = nearest([`${PART}/rules.ts`, 'test/contract/vendors.test.ts'], TEXTS, 1);
  expect(chosen).toEqual(['test/contract/vendors.test.ts']);
  expect(leftOut.join('\n')).toMatch(/2 test files farther away.*\n.*test\/console\/deposits\.test\.ts/);
});
