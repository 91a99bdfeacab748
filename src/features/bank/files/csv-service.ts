/** Knows the rows of a payment service that do not move its balance, when its file is read as that of a bank. */
import { headerKey } from '../../../lib/import-columns.ts';
import { meanings } from '../../giving/payouts/words.ts';
import { programOf } from '../../imports/programs.ts';

/** Returns why a row with these cells is no line yet: the service only notes it, or holds money back. Undefined for all others. */
export type StillOf = (cells: readonly string[]) => 'noted' | 'held' | undefined;

/** Returns a function that knows such rows of a file with this header. Only the files of known services have them. */
export function stillRows(header: readonly string[]): StillOf {
  const program = programOf(header);
  if (program?.kind !== 'payouts' && program?.kind !== 'bank') return () => undefined;
  const keys = header.map(headerKey);
  const reader = (field: 'kind' | 'impact') => {
    const columns = Object.entries(program.columns).filter(([, own]) => own === field);
    const titles = new Set(columns.map(([title]) => headerKey(title)));
    const index = keys.findIndex((key) => titles.has(key));
    const meaningOf = meanings(field, program);
    return (cells: readonly string[]) => meaningOf(cells[index] ?? '');
  };
  const [kindOf, impactOf] = [reader('kind'), reader('impact')];
  return (cells) => {
    if (impactOf(cells) === 'Memo') return 'noted';
    return kindOf(cells) === 'Held' ? 'held' : undefined;
  };
}
