import type { Schemas } from '../../client/client.ts';

/** Returns an address as one line of text, such as `18 Cedar Court, Naperville, IL 60563, USA`. */
export function addressText({ line1, line2, city, state, postalCode, country }: Schemas['Address']): string {
  const place = [state, postalCode].filter(Boolean).join(' ');
  return [line1, line2, city, place, country].filter(Boolean).join(', ');
}
