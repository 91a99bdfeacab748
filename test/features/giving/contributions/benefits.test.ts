import { expect, test } from 'vitest';
import type { Gift } from '../../../../src/features/giving/contributions/queries.ts';
import { withBenefitsOnce } from '../../../../src/features/giving/contributions/rules.ts';

const part = (id: number, isTaxDeductible: boolean) =>
  ({ id, isTaxDeductible, benefit: 500, note: 'dinner' }) as unknown as Gift;
const told = (gifts: readonly Gift[]) => withBenefitsOnce(gifts).map(({ benefit, note }) => [benefit, note]);

test('a gift’s benefit and note are printed with its first deductible part, or with its first part if none is deductible', () => {
  const [here, nowhere] = [
    [500, 'dinner'],
    [null, null],
  ];
  expect(told([part(1, false), part(1, true), part(1, true)])).toEqual([nowhere, here, nowhere]);
  expect(told([part(1, false), part(1, false)])).toEqual([here, nowhere]);
  expect(told([part(1, true), part(2, true), part(1, true)])).toEqual([here, here, nowhere]);
});
