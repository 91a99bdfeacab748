/** Addresses of people and families, and what a person can take over from the family. */
import { expect, test } from 'vitest';
import { addressText } from '../../../src/console/kit/address-text.ts';
import {
  addressFrom,
  addressGiver,
  isSameAddress,
  offerFor,
  typedAddress,
} from '../../../src/console/people/address.ts';

const none = { line1: null, line2: null, city: null, state: null, postalCode: null, country: null };
const elm = { ...none, line1: '12 Elm Street', city: 'Alhambra', state: 'CA', postalCode: '91801' };
const oak = { ...none, line1: '3 Oak Road' };
const head = { id: 1, familyRole: 'Head', address: elm };
const child = { id: 2, familyRole: 'Child', address: oak };
const homeless = { id: 3, familyRole: 'Head', address: null };

test('an address is one line of text without its empty parts', () => {
  expect(addressText(elm)).toBe('12 Elm Street, Alhambra, CA 91801');
  expect(addressText({ ...elm, line2: 'Apt 2', country: 'US' })).toBe('12 Elm Street, Apt 2, Alhambra, CA 91801, US');
});

test('typed texts make the address that they came from, and no address if they are empty', () => {
  expect(addressFrom(typedAddress(elm))).toEqual(elm);
  expect(addressFrom({ ...typedAddress(null), city: '  ' })).toBe(null);
  expect(isSameAddress(elm, { ...elm })).toBe(true);
  expect(isSameAddress(elm, oak)).toBe(false);
});

test('a family takes over the address of its head, or of another member if the head has none', () => {
  expect(addressGiver([child, head])).toBe(head);
  expect(addressGiver([homeless, child])).toBe(child);
  expect(addressGiver([homeless])).toBe(undefined);
});

test('who joins is offered the address of the family, or that of the head if the family has none', () => {
  expect(offerFor(oak, { address: elm, members: [child] })).toEqual({ address: elm, from: undefined });
  expect(offerFor(null, { address: null, members: [child, head] })).toEqual({ address: elm, from: head });
});

test('nothing is offered to who lives there anyway, or if nobody has an address', () => {
  expect(offerFor(null, { address: elm, members: [] })).toBe(undefined);
  expect(offerFor(elm, { address: elm, members: [] })).toBe(undefined);
  expect(offerFor(elm, { address: null, members: [head] })).toBe(undefined);
  expect(offerFor(oak, { address: null, members: [homeless] })).toBe(undefined);
});
