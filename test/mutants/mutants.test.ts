/** Tests the mutation run on a source file of a few lines, with a weak and a strong test for it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { beforeAll, afterAll, expect, test } from 'vitest';

const RUN = path.resolve(import.meta.dirname, 'run.js');
const RULES = `export const isAdult = (age: number): boolean => age >= 18;

export function note(list: number[], age: number): void {
  list.push(age);
}
`;
const WEAK = `import { expect, test } from 'vitest';
import { isAdult, note } from '../src/rules.ts';

test('some are of age', () => {
  expect([30, 3].map(isAdult)).toEqual([true, false]);
  expect(note([], 3)).toBeUndefined();
});
`;
const STRONG = WEAK.replace(
  '[30, 3].map(isAdult)).toEqual([true, false])',
  '[18, 17].map(isAdult)).toEqual([true, false])',
).replace(
  'expect(note([], 3)).toBeUndefined();',
  'const list = [1];\n  note(list, 3);\n  expect(list).toEqual([1, 3]);',
);

let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vestry-mutants-'));
  for (const folder of ['src', 'test/mutants']) mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'src/rules.ts'), RULES);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function mutants(test: string, accepted: object[] = []): Promise<{ exitCode: number; said: string }> {
  writeFileSync(path.join(root, 'test/rules.test.ts'), test);
  writeFileSync(path.join(root, 'test/mutants/accepted.json'), JSON.stringify(accepted));
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, '--root', root, '--workers', '1'], (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

test('if faults survive a weak test, the run fails and names each of them with its line and both texts', async () => {
  const { exitCode, said } = await mutants(WEAK);
  expect(said).toContain('src/rules.ts:1 isAdult (operator; 1 of 1 test files tried)\n  - age >= 18\n  + age > 18\n');
  expect(said).toContain('src/rules.ts:4 note (dropped; 1 of 1 test files tried)\n  - list.push(age);\n  + \n');
  expect(said).toContain('0 of 4 faults are seen (0.0 %), 0 more are accepted');
  expect(exitCode).toBe(1);
});

test('no fault survives a strong test, but the run fails if an accepted fault no longer exists', async () => {
  const key = 'src/rules.ts | note | dropped | list.push(age); | ';
  const fine = await mutants(STRONG, [{ fault: key, reason: 'to be left out' }]);
  expect(fine).toMatchObject({
    exitCode: 0,
    said: expect.stringContaining('3 of 3 faults are seen (100.0 %), 1 more'),
  });
  const stale = await mutants(STRONG, [
    { fault: 'src/rules.ts | gone | dropped | gone(); | ', reason: 'was there once' },
  ]);
  expect(stale).toMatchObject({ exitCode: 1, said: expect.stringContaining('no longer exists: src/rules.ts | gone') });
});
