import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkCertificate } from '../../src/cli/commands/doctor/certificate.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { ownFiles, writeAuthority, writeServerCertificate } from '../../src/http/tls/own-files.ts';
import { writePrivateFile } from '../../src/lib/private-file.ts';
import { CERTIFICATE } from '../support/certificate.ts';
import { temporaryDir } from '../support/daemon.ts';

const DAY_MS = 86_400_000;
const OFFICE = { hostname: 'office-pc', addresses: ['192.168.1.20'] };
const NAMES = ['localhost', 'office-pc', 'office-pc.local', '127.0.0.1', '::1', '192.168.1.20'];
const MADE = new Date('2026-11-18T18:00:00.000Z');
const after = (days: number) => new Date(MADE.getTime() + days * DAY_MS);

let dir: string;
let own: Config;
beforeEach(async () => {
  const place = temporaryDir();
  onTestFinished(place.remove);
  ({ dir } = place);
  const { server } = ownFiles(dir);
  own = loadConfig({ dataDir: dir, tlsCert: server, tlsKey: server }, {});
  await writeAuthority(dir, NAMES, OFFICE, MADE);
  await writeServerCertificate(dir, NAMES, OFFICE, MADE);
});

test('a service without a certificate, and one with a good certificate, are in order', () => {
  expect(checkCertificate(loadConfig({ dataDir: dir }, {}), MADE, OFFICE)).toMatchObject([{ status: 'ok' }]);
  expect(checkCertificate(own, MADE, OFFICE)).toMatchObject([
    { status: 'ok', message: expect.stringContaining('2027-12-') },
  ]);
  expect(checkCertificate(own, after(366), OFFICE)).toMatchObject([{ status: 'ok' }]);
});

test.each([
  [370, 'warn', /should have been renewed/],
  [390, 'warn', /ends in 6 days/],
  [398, 'fail', /has ended/],
])('a certificate of Vestry that was not renewed after %i days is reported as %s', (days, status, message) => {
  expect(checkCertificate(own, after(days), OFFICE)).toMatchObject([
    { status, message: expect.stringMatching(message), advice: expect.stringContaining('vestry logs') },
  ]);
});

test('a name or address that the certificate lacks is named', () => {
  const moved = { hostname: 'office-pc', addresses: ['192.168.1.77'] };
  expect(checkCertificate(own, MADE, moved)).toMatchObject([
    {
      status: 'warn',
      message: expect.stringContaining('192.168.1.77'),
      advice: expect.stringContaining('vestry https'),
    },
  ]);
});

test('an address that Vestry chose and the computer no longer has is named, but not one that the church set', () => {
  const told = { ...own, baseUrl: 'https://192.168.1.20:8990' };
  const moved = { hostname: 'office-pc', addresses: ['192.168.1.77'] };
  const addresses = () =>
    checkCertificate(told, MADE, moved).filter(({ message }) => message.startsWith('People are told to open'));
  expect(addresses()).toEqual([]);
  writePrivateFile(ownFiles(dir).settings, JSON.stringify({ before: {}, after: { baseUrl: told.baseUrl } }));
  expect(addresses()).toMatchObject([{ status: 'warn', message: expect.stringContaining('192.168.1.77') }]);
});

test('a missing or different authority is reported, because the certificate cannot be renewed without it', async () => {
  const { authority } = ownFiles(dir);
  const expected = [{ status: 'warn', advice: expect.stringContaining('--new-authority') }];
  rmSync(authority);
  expect(checkCertificate(own, MADE, OFFICE)).toMatchObject(expected);
  await writeAuthority(dir, NAMES, OFFICE, MADE);
  expect(checkCertificate(own, MADE, OFFICE)).toMatchObject(expected);
});

test('a missing certificate of Vestry is made by the next start, and doctor says so', () => {
  const { authority, server } = ownFiles(dir);
  rmSync(server);
  const [found, ...others] = checkCertificate(own, MADE, OFFICE);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ status: 'warn', advice: expect.stringContaining('vestry restart') });
  expect(found?.message).toBe(`The certificate ${server} is missing. The service makes it again when it next starts.`);
  rmSync(authority);
  expect(checkCertificate(own, MADE, OFFICE)).toMatchObject([
    {
      status: 'warn',
      message: expect.stringContaining('with a new authority'),
      advice: expect.stringMatching(/every device must then trust.*vestry https/),
    },
  ]);
});

test.each([
  ['that Vestry made on another computer', path.join('tls', 'server.pem'), /vestry https$/],
  ['of the church', 'cert.pem', /Replace the files that tlsCert and tlsKey name/],
])('a missing certificate %s is named, with the way to get one', (_whose, file, advice) => {
  const tlsCert = path.join(dir, 'elsewhere', file);
  const gone = loadConfig({ dataDir: dir, tlsCert, tlsKey: tlsCert }, {});
  expect(checkCertificate(gone, MADE, OFFICE)).toMatchObject([
    {
      status: 'fail',
      message: `The certificate ${tlsCert} is missing.`,
      advice: expect.stringMatching(advice),
    },
  ]);
});

test('an authority that ends within a year is reported', async () => {
  await writeServerCertificate(dir, NAMES, OFFICE, after(3600));
  expect(checkCertificate(own, after(3600), OFFICE)).toMatchObject([
    { status: 'warn', message: expect.stringMatching(/authority ends in \d+ days/) },
  ]);
});

test('a certificate of the church is checked, too, but only for the names that were set', () => {
  const tlsCert = path.join(dir, 'cert.pem');
  writeFileSync(tlsCert, CERTIFICATE);
  const theirs = (baseUrl: string) => loadConfig({ dataDir: dir, tlsCert, tlsKey: tlsCert, baseUrl }, {});
  expect(checkCertificate(theirs('https://localhost:8443'), MADE, OFFICE)).toMatchObject([{ status: 'warn' }]);
  writeFileSync(tlsCert, 'no certificate');
  expect(checkCertificate(theirs('https://localhost:8443'), MADE, OFFICE)).toMatchObject([
    { status: 'fail', message: expect.stringContaining(tlsCert) },
  ]);
});
