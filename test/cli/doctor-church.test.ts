import { expect, test } from 'vitest';
import { CHURCH_CHECKS } from '../../src/cli/commands/doctor/church.ts';
import { ChurchProfileUpdate } from '../../src/features/church/profile/schema.ts';
import { putProfile } from '../../src/features/church/profile/service.ts';
import { NewUser } from '../../src/features/access/users/schema.ts';
import { addUser, deactivateUser } from '../../src/features/access/users/service.ts';
import { NewWebhookEndpoint } from '../../src/features/webhooks/schema.ts';
import { updateEndpointColumns } from '../../src/features/webhooks/queries.ts';
import { createEndpoint } from '../../src/features/webhooks/service.ts';
import { decode } from '../../src/validate.ts';
import { type App, inTransaction } from '../../src/app.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { faultOf, vestryArguments } from '../support/command-line.ts';

const GRACE = { name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
const profile = (app: TestApp, more: object = {}) =>
  putProfile(app, decode(ChurchProfileUpdate, { ...GRACE, ...more }));

async function person(app: TestApp, displayName: string, role: string): Promise<number> {
  const input = decode(NewUser, { email: `${displayName}@example.org`, displayName, roles: [role] });
  return (await addUser(app, input, { passwordHash: 'x', generated: null })).user.id;
}

/** Returns the findings that need attention, by check. */
async function badIn(app: App) {
  const bad: Record<string, { message: string; advice: string | null }> = {};
  for (const { name, look } of CHURCH_CHECKS) {
    for (const { status, message, advice, about } of await look(app)) {
      if (status !== 'ok') bad[about ?? name] = { message, advice };
    }
  }
  return bad;
}

test('a new church is told what it lacks, each with a command that exists', async () => {
  const app = await testApp();
  expect(await badIn(app)).toEqual({});
  await profile(app);
  const bad = await badIn(app);
  expect(Object.keys(bad)).toEqual(['letters', 'approval', 'counting', 'backup place', 'copies off this computer']);
  expect(bad['letters']?.message).toContain('address and the EIN');
  expect(bad['approval']?.message).toBe('Nobody can approve expenses.');
  for (const { advice } of Object.values(bad)) {
    const [command = ''] = /vestry [a-z][^:.]*/.exec(advice ?? '') ?? [];
    expect(await faultOf(vestryArguments(command.split(' ')) ?? []), command).toBeUndefined();
  }
});

test('each finding disappears when its reason does, and returns when a person leaves', async () => {
  const app = await testApp();
  await profile(app, { ein: '12-3456789', address: { city: 'Springfield' } });
  const ofPlaces = new Set(['backup place', 'copies off this computer']);
  const found = async () => Object.keys(await badIn(app)).filter((name) => !ofPlaces.has(name));
  await person(app, 'Ann', 'treasurer');
  expect(await found()).toEqual(['approval', 'counting']);
  expect((await badIn(app))['counting']?.message).toMatch(/^Only Ann can enter an offering\. Two people/);
  await person(app, 'Ben', 'elder');
  expect(await found()).toEqual(['counting']);
  const counter = await person(app, 'Cai', 'offering_counter');
  expect(await found()).toEqual([]);
  await deactivateUser(app, counter);
  expect(await found()).toEqual(['counting']);
});

test('an endpoint that fails, or that Vestry switched off, is named without the secret that its address may contain', async () => {
  const app = await testApp();
  await profile(app);
  const endpointWith = async (name: string, values: Parameters<typeof updateEndpointColumns>[2]) => {
    const input = decode(NewWebhookEndpoint, {
      url: `https://${name}.example/secret-path`,
      events: ['member.created'],
    });
    const { endpoint } = await createEndpoint(app, input);
    await inTransaction(app, ({ db }) => updateEndpointColumns(db, endpoint.id, { isActive: 1, ...values }));
    return endpoint.id;
  };
  await endpointWith('good', {});
  await endpointWith('off', { isActive: 0, switchedOffReason: 'Owner', failingSince: '2026-11-10T00:00:00.000Z' });
  const found = async () => {
    const verdicts = await CHURCH_CHECKS.find(({ name }) => name === 'webhooks')?.look(app);
    return verdicts?.map(({ status, message, advice }) => `${status} ${message} ${advice ?? ''}`) ?? [];
  };
  expect(await found()).toEqual(['ok No webhook endpoint fails. ']);
  const failing = await endpointWith('failing', { failingSince: '2026-11-17T00:00:00.000Z' });
  const gone = await endpointWith('gone', { isActive: 0, switchedOffReason: 'Gone' });
  const dead = await endpointWith('dead', { isActive: 0, switchedOffReason: 'Failing' });
  const lines = await found();
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^warn .*failing\.example.*2026-11-17/);
  expect(lines[0]).toContain(`vestry webhook deliveries ${failing}`);
  expect(lines[1]).toMatch(/gone\.example.*410/);
  expect(lines[1]).toContain(`vestry webhook activate ${gone}`);
  expect(lines[2]).toMatch(/dead\.example.*five days/);
  expect(lines[2]).toContain(`vestry webhook activate ${dead}`);
  expect(lines.join(' ')).not.toContain('secret-path');
});

// On Linux, /proc is never on the disk of the books.
test.runIf(process.platform === 'linux')('backups on another disk are in order', async () => {
  const app = await testApp();
  await profile(app);
  expect(await badIn(app)).toHaveProperty('backup place');
  expect(await badIn({ ...app, config: { ...app.config, backupDir: '/proc' } })).not.toHaveProperty('backup place');
  expect(await badIn({ ...app, config: { ...app.config, backupDir: '/none' } })).not.toHaveProperty('backup place');
});
