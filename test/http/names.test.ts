import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { hostNamesOf, isTopLevel, permittedNames, wantedNames } from '../../src/http/tls/names.ts';

const machine = (hostname: string, ...addresses: string[]) => ({ hostname, addresses });

test.each([
  ['office-pc', ['office-pc', 'office-pc.local']],
  ['Anns-MacBook-Pro.local', ['anns-macbook-pro', 'anns-macbook-pro.local']],
  ['pc7.grace.example', ['pc7', 'pc7.grace.example', 'pc7.local']],
  // A name of letters alone may be a domain of the internet. There is a domain church.
  ['church', ['church.local']],
  ['教會', ['xn--wcvy0b.local']],
  ['localhost', []],
  ['192.168.1.20', []],
  ['not a name', []],
])('the computer %s has the names %o', (hostname, names) => {
  expect(hostNamesOf(machine(hostname))).toEqual(names);
});

test.each([
  ['church', true],
  ['xn--kput3i', true],
  ['localhost', false],
  ['office-pc', false],
  ['pc7', false],
  ['church.local', false],
])('whether %s may be a public domain: %s', (name, expected) => {
  expect(isTopLevel(name)).toBe(expected);
});

test('the certificate is for the computer, its addresses, and the names in the settings, each once', () => {
  const flags = {
    dataDir: '/nowhere',
    host: '0.0.0.0',
    baseUrl: 'https://vestry.lan:8443',
    allowedHosts: 'vestry.lan,b.test',
  };
  expect(wantedNames(loadConfig(flags, {}), machine('office-pc', '192.168.1.20', '10.0.0.7'))).toEqual([
    'localhost',
    'office-pc',
    'office-pc.local',
    '127.0.0.1',
    '::1',
    '192.168.1.20',
    '10.0.0.7',
    'vestry.lan',
    'b.test',
  ]);
  const six = loadConfig({ dataDir: '/nowhere', baseUrl: 'https://[fd00::5]:8443' }, {});
  expect(wantedNames(six, machine('office-pc'))).toContain('fd00::5');
});

test('the authority may sign for private networks and for what the computer is called, but for no top-level domain', () => {
  const permitted = permittedNames(
    ['localhost', 'church', 'pc7.local', 'b.test', '192.168.1.20', '8.8.8.8'],
    ['9.9.9.9'],
  );
  expect(permitted.names).toEqual(['local', 'localhost', 'b.test']);
  expect(permitted.networks).toEqual(
    expect.arrayContaining(['192.168.0.0/16', 'fc00::/7', '8.8.8.8/32', '9.9.9.9/32']),
  );
  expect(permitted.networks.filter((network) => /\/(?:32|128)$/.test(network))).toEqual([
    '::1/128',
    '192.168.1.20/32',
    '8.8.8.8/32',
    '9.9.9.9/32',
  ]);
});
