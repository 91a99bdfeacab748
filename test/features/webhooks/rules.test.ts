import { describe, expect, test } from 'vitest';
import { pauseAfter, urlFault } from '../../../src/features/webhooks/rules.ts';

const HOUR_MS = 3_600_000;

describe('the pauses after failed attempts', () => {
  test('grow from five seconds to hours, and end after about a day and a half', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => pauseAfter(attempts, { random: 0 }));
    expect(pauses.at(0)).toBe(5000);
    expect(pauses.at(-1)).toBeUndefined();
    const known = pauses.filter((pause) => pause !== undefined);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    const sum = known.reduce((total, pause) => total + pause, 0);
    expect(sum / HOUR_MS).toBeGreaterThan(35);
    expect(sum / HOUR_MS).toBeLessThan(37);
  });

  test('are up to a tenth longer at random', () => {
    expect(pauseAfter(1, { random: 1 })).toBe(5500);
  });

  test('are as long as a busy endpoint asks, up to a day', () => {
    expect(pauseAfter(1, { random: 0, retryAfterMs: 60_000 })).toBe(60_000);
    expect(pauseAfter(1, { random: 0, retryAfterMs: 90 * HOUR_MS })).toBe(24 * HOUR_MS);
    expect(pauseAfter(7, { random: 0, retryAfterMs: 1 })).toBe(18 * HOUR_MS);
  });
});

const ELSEWHERE = [
  'https://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::a9fe:a9fe]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::a9fe:a9fe]/',
  'https://[fd00:ec2::254]/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://[fd00:ec2::23]/',
  'https://[fd20:ce::254]/',
  'https://[fd00:c1::a9fe:a9fe]/',
];
const OF_THIS_NETWORK = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://localhost./',
  'https://a.localhost/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.20:8990/hook',
  'https://100.64.0.1/',
  'https://[fd12:3456::1]/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
];

describe('an endpoint', () => {
  test.each(['https://hooks.example.org/vestry', 'https://93.184.216.34/', 'https://[2606:2800:220:1::1]:8443/a?b=c'])(
    'may be at %s',
    (url) => {
      expect(urlFault(url, { webhookAddresses: 'public' })).toBeUndefined();
      expect(urlFault(url, { webhookAddresses: 'network' })).toBeUndefined();
    },
  );

  test.each(OF_THIS_NETWORK)('may be at %s only if the setting allows this network', (url) => {
    expect(urlFault(url, { webhookAddresses: 'public' })).toContain('this network');
    expect(urlFault(url, { webhookAddresses: 'network' })).toBeUndefined();
  });

  test.each(ELSEWHERE)('is never at %s, where cloud providers serve secrets', (url) => {
    expect(urlFault(url, { webhookAddresses: 'public' })).toContain('this network');
    expect(urlFault(url, { webhookAddresses: 'network' })).toContain('this network');
  });

  test.each([
    ['hooks.example.org', 'must be an address'],
    ['http://hooks.example.org/', 'must begin with https://'],
    ['ftp://hooks.example.org/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['https://ann:secret@hooks.example.org/', 'user name'],
    ['https://hooks.example.org/#part', 'fragment'],
    ['https://hooks.example.org:25/', 'port'],
    ['https://hooks.example.org:6667/', 'port'],
  ])('is not at %s', (url, fault) => {
    expect(urlFault(url, { webhookAddresses: 'public' })).toContain(fault);
  });

  test('may be without HTTPS if the setting allows this network', () => {
    expect(urlFault('http://192.168.1.20/hook', { webhookAddresses: 'network' })).toBeUndefined();
  });
});
