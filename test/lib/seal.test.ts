import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, SealError, unseal } from '../../src/lib/seal.ts';

const KEY = randomBytes(32);
const PLACE = 'churchProfiles.openAiApiKey';

test.each(['sk-1', 'a'.repeat(4096), '鑰匙 🔑'])('sealed text can be unsealed: %s', (text) => {
  expect(unseal(seal(text, PLACE, KEY), PLACE, KEY)).toBe(text);
});

test('the sealed form begins with its version, shows nothing of the text, and differs each time', () => {
  const all = Array.from({ length: 50 }, () => seal('sk-secret-secret', PLACE, KEY));
  expect(new Set(all.map((sealed) => sealed.split('.')[1])).size).toBe(50);
  for (const sealed of all) {
    expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
    expect(sealed).not.toContain('secret');
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('secret');
  }
});

test('a sealed text cannot be unsealed with another key', () => {
  expect(() => unseal(seal('sk-1', PLACE, KEY), PLACE, randomBytes(32))).toThrow(SealError);
});

test('a sealed text cannot be unsealed in another column', () => {
  const moved = seal('sk-1', PLACE, KEY);
  expect(() => unseal(moved, 'churchProfiles.googleApiKey', KEY)).toThrow(/churchProfiles.googleApiKey/);
});

test('a change of any character is detected', () => {
  const sealed = seal('sk-1234', PLACE, KEY);
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === 'A' ? 'g' : 'A';
    const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
    expect(() => unseal(changed, PLACE, KEY), `at ${at}`).toThrow(SealError);
  }
});

test.each(['', 'sk-plain-text', 'v2.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA', 'v1..', 'v1.AAAAAAAAAAAAAAAA.AAAA'])(
  'text that is not sealed is refused: %j',
  (stored) => expect(() => unseal(stored, PLACE, KEY)).toThrow(SealError),
);

test('the refusal does not reveal the stored text', () => {
  expect(() => unseal('sk-plain-text', PLACE, KEY)).toThrow(/^(?!.*sk-plain)/s);
});
