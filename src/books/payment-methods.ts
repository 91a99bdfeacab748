import * as z from 'zod';

export const Method = z
  .enum(['Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other'])
  .meta({ id: 'Method', description: 'A payment method.' });
export type Method = z.output<typeof Method>;
