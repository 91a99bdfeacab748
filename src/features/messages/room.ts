/** What the room of messages declares. */
import { RESULTS } from '../../db/kept-answers.ts';
import { declare } from '../../declarations.ts';
import { PERSONAL } from '../audit/persons.ts';
import { HOLDINGS } from '../people/members/holdings.ts';

export const messages = [
  declare(RESULTS, async () => (await import('./batches.ts')).resultOf),
  declare(PERSONAL, async () => ({ masked: ['recipient'] })),
  declare(HOLDINGS, async () => [
    (await import('./line/bindings.ts')).bindingsHolding,
    (await import('./holding.ts')).messagesHolding,
  ]),
];
