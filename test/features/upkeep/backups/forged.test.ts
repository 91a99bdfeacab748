import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import { AppError } from '../../../../src/errors.ts';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../../src/features/church/profile/service.ts';
import { createBackup } from '../../../../src/features/upkeep/backups/create.ts';
import { restoreBackup } from '../../../../src/features/upkeep/backups/restore.ts';
import { verifyBackup } from '../../../../src/features/upkeep/backups/verify.ts';
import { generator } from '../../../../src/lib/random.ts';
import { decode } from '../../../../src/validate.ts';
import { partsOf } from '../../../support/archive.ts';
import { forgeryOf, KINDS, type Sealing, SEALINGS } from '../../../support/forgeries.ts';
import { IS_NIGHTLY } from '../../../support/nightly.ts';
import { PASSPHRASE, place, quickKeys, withBooks } from './support.ts';

/** How often each kind of forgery is made. */
const ROUNDS = IS_NIGHTLY ? SEALINGS.length : 1;
/** How many bits are flipped in a plain and in an encrypted backup. */
const FLIPS = IS_NIGHTLY ? 200 : 6;
const SEED = 'forged';

/** What the refusal says of a forgery in which the check found nothing but its seal. */
const SAYS: Record<'here' | 'elsewhere', Record<Sealing, RegExp>> = {
  here: {
    kept: /its seal is wrong/,
    forger: /sealed with the key [0-9a-f]{16} of another computer\. .*add --accept-unproven/,
    early: /did not seal backups\. .*add --accept-unproven/,
    lost: /has lost its seal/,
  },
  elsewhere: {
    kept: /which this computer cannot check, because it has no key yet\. .*add --accept-unproven/,
    forger: /which this computer cannot check, because it has no key yet\. .*add --accept-unproven/,
    early: /did not seal backups\. .*add --accept-unproven/,
    lost: /has lost its seal/,
  },
};

/** True if a check sees at the seal that a backup was changed, before it looks at the database. */
const showsItself = (sealing: Sealing, where: 'here' | 'elsewhere') =>
  sealing === 'lost' || (sealing === 'kept' && where === 'here');

const restore = (dataDir: string, file: string, passphrase?: string) =>
  restoreBackup(loadConfig({ dataDir, env: 'test' }, {}), file, {
    passphrase,
    actor: { kind: 'cli', name: 'cli:test' },
    isWanted: async () => true,
    takesSettings: async () => false,
    stopService: async () => {},
  });

test('a forged backup is not restored without the flag, and the refusal says why', async () => {
  const { app } = await withBooks(3);
  const church = { name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
  await putProfile(app, decode(ChurchProfileUpdate, church));
  const at = place();
  const parts = await partsOf((await createBackup(app, {})).file);
  const random = generator(SEED);
  const file = at('forged.tar.gz');
  const told: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, kind] of KINDS.entries()) {
      let sealing = SEALINGS[(index + round) % SEALINGS.length] ?? 'kept';
      // An early Vestry did write secret settings into backups that were not encrypted.
      if (kind.name === 'secret settings added' && sealing === 'early') sealing = 'forger';
      writeFileSync(file, await forgeryOf(kind, sealing, { parts, random, place: at('forging.db') }));
      const places = { here: app.config.dataDir, elsewhere: at('new') } as const;
      const where = IS_NIGHTLY || index % 2 === 0 ? (['here', 'elsewhere'] as const) : (['here'] as const);
      for (const one of where) {
        const isKnown = kind.found === 'database' || (kind.found === 'keyed' && one === 'here');
        const seen = kind.found === 'unpacking' || (isKnown && !showsItself(sealing, one));
        const message = seen ? kind.says : SAYS[one][sealing];
        await expect(restore(places[one], file), `${kind.name}, seal ${sealing}, ${one}`).rejects.toMatchObject({
          code: 'file_refused',
          message: expect.stringMatching(message ?? /^$/),
        });
        told[one] = (told[one] ?? 0) + 1;
      }
    }
  }
  expect(told.here).toBe(KINDS.length * ROUNDS);
});

test.each(['plain', 'encrypted'])(
  'a backup with a flipped bit is refused, or has the same content: %s',
  async (kind) => {
    quickKeys();
    const { app } = await withBooks(1);
    const passphrase = kind === 'encrypted' ? PASSPHRASE : undefined;
    const original = await createBackup(app, { passphrase });
    const bytes = readFileSync(original.file);
    const content = passphrase === undefined ? gunzipSync(bytes) : undefined;
    const random = generator(`${SEED} ${kind}`);
    const file = path.join(app.config.dataDir, 'flipped');
    const counts = { refused: 0, same: 0 };
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const [offset, bit] = [random.between(0, bytes.length - 1), random.between(0, 7)];
      const flipped = Buffer.from(bytes);
      flipped[offset] = (flipped[offset] ?? 0) ^ (1 << bit);
      writeFileSync(file, flipped);
      const checked = await verifyBackup(file, { passphrase, ...app.secrets() }).catch((error: unknown) => error);
      const isRefused = checked instanceof AppError && checked.code === 'file_refused';
      // Bits of the gzip header and padding bits have no meaning.
      const isSame = !isRefused && content !== undefined && gunzipSync(flipped).equals(content);
      expect(isRefused || isSame, `byte ${offset}, bit ${bit}: ${String(checked)}`).toBe(true);
      counts[isRefused ? 'refused' : 'same'] += 1;
    }
    expect(counts.refused).toBeGreaterThan(counts.same);
  },
);
