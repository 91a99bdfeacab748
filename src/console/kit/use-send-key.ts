import { useState } from 'react';

/**
 * Returns the key of a request that sends something, and `renew`. Repeating a request with the same key sends nothing
 * twice, so call `renew` only after an answer.
 */
export function useSendKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  return { key, renew: () => setKey(crypto.randomUUID()) };
}
