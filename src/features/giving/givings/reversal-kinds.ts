import * as z from 'zod';

export const ReversalKind = z.enum(['Returned', 'Refund', 'Correction']).meta({
  id: 'ReversalKind',
  description:
    'Returned: the bank returned a check, or took a payment back. Refund: the church paid the gift back. Correction: the ' +
    'entry was wrong, and no money moved. The first two leave the account in which the money lies; a Correction posts to ' +
    'the account of its original.',
});
export type ReversalKind = z.output<typeof ReversalKind>;
