import { expect, test } from 'vitest';
import { addressToWriteTo, chosenIn, readersIn } from '../../../src/console/kit/write-to.ts';

test('the address of the message form names the people who are chosen in it', () => {
  const address = new URL(addressToWriteTo([{ id: 12 }, { id: 3 }]), 'http://localhost');
  expect(address.pathname).toBe('/messages');
  expect(chosenIn(address.searchParams.get('to') ?? '')).toEqual([12, 3]);
});

test('what is no id in the address chooses nobody, and an id chooses a person once', () => {
  expect(chosenIn('')).toEqual([]);
  expect(chosenIn('7,x,-1,0,1.5,1e99,7, 8')).toEqual([7, 8]);
});

test('a message to a family leaves out who died or went to another church', () => {
  const statuses = ['Active', 'Deceased', 'Visitor', 'Transferred', 'Inactive'];
  const readers = readersIn(statuses.map((status) => ({ status })));
  expect(readers.map(({ status }) => status)).toEqual(['Active', 'Visitor', 'Inactive']);
});
