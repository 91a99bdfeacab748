import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Machine } from '../../src/http/tls/names.ts';
import { ownFiles, writeAuthority, writeServerCertificate } from '../../src/http/tls/own-files.ts';
import { renewer } from '../../src/http/tls/renewal.ts';
import { bind } from '../../src/http/server.ts';
import { certificateIn, namesOf } from '../../src/lib/certificate.ts';
import { AREAS } from '../../src/routes.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { presented, trusting } from '../support/trust.ts';

const DAY_MS = 86_400_000;
const OFFICE: Machine = { hostname: 'office-pc', addresses: ['192.168.1.20'] };
const NAMES = ['localhost', 'office-pc', 'office-pc.local', '127.0.0.1', '192.168.1.20'];

let app: TestApp;
let files: ReturnType<typeof ownFiles>;
let machine: Machine;
let logged: { level: string; message: string }[];
let made: readonly string[][];
beforeEach(async () => {
  const made0 = await testApp();
  files = ownFiles(made0.config.dataDir);
  machine = OFFICE;
  logged = [];
  made = [];
  const noting = (level: string) => (_fields: object, message: string) => void logged.push({ level, message });
  const log = { info: noting('info'), warn: noting('warn'), error: noting('error') };
  const config = { ...made0.config, port: 0, tlsCert: files.server, tlsKey: files.server };
  app = { ...made0, config, log, clock: { now: () => new Date() } };
  await writeAuthority(config.dataDir, NAMES, OFFICE, new Date());
  await writeServerCertificate(config.dataDir, NAMES.concat('::1'), OFFICE, new Date());
});

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const own = () => certificateIn(readFileSync(files.server, 'utf8'));

/** Starts the service. Returns the check that it makes every hour, and what a device sees. */
async function start() {
  const listener = await bind(app.config);
  onTestFinished(() => listener.close());
  listener.serve(app, AREAS);
  const look = renewer(app, {
    make: async ({ config, clock }, names) => {
      made = [...made, [...names]];
      await writeServerCertificate(config.dataDir, names, machine, clock.now());
    },
    machine: () => machine,
    take: listener.useCertificate,
  });
  const ca = readFileSync(files.forDevices, 'utf8');
  const port = Number(new URL(listener.localUrl).port);
  return { look, shown: () => presented(port), see: (name = 'localhost') => trusting({ port, name, ca }) };
}

test('a certificate that is valid for more than thirty days and has all names stays', async () => {
  const { look, see } = await start();
  const before = await see();
  app.clock.now = () => inDays(365);
  await look();
  expect(made).toEqual([]);
  expect(await see()).toBe(before);
});

test('a certificate that ends within thirty days is renewed, and the service uses it without a restart', async () => {
  const { look, shown, see } = await start();
  const before = await see();
  expect(before).toBe(own().fingerprint256);
  app.clock.now = () => inDays(368);
  await look();
  expect(own().fingerprint256).not.toBe(before);
  expect(await shown()).toBe(own().fingerprint256);
  expect(Date.parse(own().validTo)).toBeGreaterThan(inDays(368 + 390).getTime());
  expect(logged).toEqual([{ level: 'info', message: 'the certificate was renewed, because it ends soon' }]);
  await look();
  expect(made).toHaveLength(1);
});

test('a new name or address of the computer gets into the certificate, and an old one needs no renewal', async () => {
  const { look, see } = await start();
  machine = { hostname: 'secretary-pc', addresses: ['10.0.0.7', '8.8.8.8'] };
  await look();
  // The authority may sign neither for a public address nor for a new name without .local.
  expect(namesOf(own())).toEqual(['localhost', 'secretary-pc.local', '127.0.0.1', '::1', '10.0.0.7']);
  expect(await see('10.0.0.7')).toBe(own().fingerprint256);
  expect(await see('secretary-pc.local')).toBe(own().fingerprint256);
  await look();
  expect(made).toHaveLength(1);
  machine = { hostname: 'secretary-pc', addresses: [] };
  await look();
  expect(made).toHaveLength(1);
});

test('a certificate that a command made meanwhile is used', async () => {
  const { look, see } = await start();
  await look();
  await writeServerCertificate(app.config.dataDir, [...NAMES, '::1', 'tablet.local'], OFFICE, new Date());
  await look();
  expect(await see('tablet.local')).toBe(own().fingerprint256);
  expect(made).toEqual([]);
});

test('a certificate that a command made is used, even if the authority was missing at the first check', async () => {
  const { look, shown } = await start();
  const before = await shown();
  const key = readFileSync(files.authority, 'utf8');
  rmSync(files.authority);
  await look();
  writeFileSync(files.authority, key);
  await writeServerCertificate(app.config.dataDir, NAMES.concat('::1'), OFFICE, new Date());
  await look();
  expect(own().fingerprint256).not.toBe(before);
  expect(await shown()).toBe(own().fingerprint256);
  expect(made).toEqual([]);
});

test('a failed renewal is logged, the service keeps its certificate, and the next check tries again', async () => {
  const { look, shown, see } = await start();
  const before = await see();
  const key = readFileSync(files.authority, 'utf8');
  rmSync(files.authority);
  app.clock.now = () => inDays(368);
  await look();
  expect(logged).toEqual([{ level: 'error', message: 'the certificate was not renewed' }]);
  expect(await see()).toBe(before);
  writeFileSync(files.authority, key);
  await look();
  expect(own().fingerprint256).not.toBe(before);
  expect(await shown()).toBe(own().fingerprint256);
});
