/** The state that a screen keeps in its address, such as filters, the order of a list, and its page. */
import { useLocation, useSearch } from 'wouter';

/** Changes of the address. A value of null or an empty text removes the name from the address. */
type Changes = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Returns the values in the query of the address, and `set`, which changes some of them and keeps the others. A changed
 * filter goes back to the first page and replaces the address; another page is a step that Back undoes.
 */
export function useAddress() {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  return {
    get: (name: string): string => query.get(name) ?? '',
    has: (name: string): boolean => query.has(name),
    page: Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1),
    set: (changes: Changes): void => {
      const next = new URLSearchParams(query);
      if (!('page' in changes)) next.delete('page');
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === undefined || value === '' || (name === 'page' && value === 1))
          next.delete(name);
        else next.set(name, String(value));
      }
      const text = next.toString();
      navigate(text === '' ? path : `${path}?${text}`, { replace: !('page' in changes) });
    },
  };
}
