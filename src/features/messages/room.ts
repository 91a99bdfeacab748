/** What the room of messages declares. */
import { declare } from '../../declarations.ts';
import { PERSONAL } from '../audit/persons.ts';
import { HOLDINGS } from '../people/members/holdings.ts';

export const messages = [
  declare(PERSONAL, async () => ({ masked: ['recipient'] })),
  declare(HOLDINGS, async () => [
    (await import('./line/bindings.ts')).bindingsHolding,
    (await import('./people.ts')).messagesHolding,
  ]),
];
