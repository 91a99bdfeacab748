import * as z from 'zod';

export const ReversalKind = z.enum(['Returned', 'Refund', 'Correction']).meta({
  id: 'ReversalKind',
  description:
    'Returned: the bank returned a check, or took a payment back. Refund: the church paid the gift back. Correction: the ' +
    'entry was wrong, and no money moved. Returned and Refund take the money out of the account in which it now is. A ' +
    'Correction posts to the account of the original giving.',
});
export type ReversalKind = z.output<typeof ReversalKind>;
