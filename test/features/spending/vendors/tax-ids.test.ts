import { describe, expect, test } from 'vitest';
import { digitsOf, isTaxId, taxIdFault } from '../../../../src/features/spending/vendors/tax-id-rules.ts';

describe('the form of a tax id', () => {
  test.each(['123456789', '12-3456789', '123-45-6789', ' 12-3456789 '])('%s is accepted', (text) => {
    expect(isTaxId(text)).toBe(true);
    expect(digitsOf(text)).toBe('123456789');
  });

  test.each(['', '12345678', '1234567890', '1-23456789', '123-456-789', '12 3456789', '12-345678a'])(
    '%s is refused',
    (text) => {
      expect(isTaxId(text)).toBe(false);
    },
  );
});

describe('a social security number', () => {
  test.each(['123-45-6789', '001-01-0001', '899-99-9999', '665-10-1000', '667-10-1000'])('%s can exist', (taxId) => {
    expect(taxIdFault(taxId, 'SSN')).toBeUndefined();
  });

  test.each(['000-12-3456', '666-12-3456', '123-00-4567', '123-45-0000', '900-12-3456', '999-93-1234'])(
    '%s cannot exist',
    (taxId) => {
      expect(taxIdFault(taxId, 'SSN')).toMatchObject({ code: 'invalid_tax_id' });
    },
  );

  test.each([
    ['912-50-3456', '912-65-3456', '912-70-3456', '912-88-3456', '912-90-3456', '912-92-3456', '912-94-3456'],
    ['999-99-9999'],
  ])('may be an ITIN, such as %s', (...taxIds) => {
    for (const taxId of taxIds) expect(taxIdFault(taxId, 'SSN'), taxId).toBeUndefined();
  });

  test.each(['912-49-3456', '912-66-3456', '912-69-3456', '912-89-3456', '912-93-3456'])(
    '%s is no ITIN, because its fourth and fifth digits are outside of the ranges',
    (taxId) => {
      expect(taxIdFault(taxId, 'SSN')).toBeDefined();
    },
  );
});

test('an EIN begins with any two digits but 00', () => {
  expect(taxIdFault('12-3456789', 'EIN')).toBeUndefined();
  expect(taxIdFault('98-7654321', 'EIN')).toBeUndefined();
  expect(taxIdFault('00-3456789', 'EIN')).toMatchObject({ code: 'invalid_tax_id' });
});

test('without a type, a tax id must be valid as one of the two', () => {
  expect(taxIdFault('666123456', null)).toBeUndefined();
  expect(taxIdFault('001010001', null)).toBeUndefined();
  expect(taxIdFault('000123456', null)).toBeDefined();
});

test('the message about a tax id does not contain it', () => {
  for (const type of ['SSN', 'EIN', null] as const)
    expect(JSON.stringify(taxIdFault('000-00-0000', type))).not.toMatch(/000-?00-?0000/);
});
