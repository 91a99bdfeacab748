/** The words of banks for what a row is. They are in `data/bank-words.json`, by the part of a cell that they make up. */
import { readShipped } from '../../../package.ts';

type Meaning =
  /** Money that left the account, or that arrived. */
  | 'out'
  | 'in'
  /** A line that moved no money. */
  | 'void'
  /** A line that may still change. */
  | 'pending'
  | 'total'
  | 'balance';

const FORMS = {
  whole: (words: string) => new RegExp(`^(?:${words})$`, 'i'),
  beginning: (words: string) => new RegExp(`^(?:${words})`, 'i'),
  part: (words: string) => new RegExp(words, 'i'),
};

let known: ReadonlyMap<Meaning, RegExp> | undefined;

/** Returns whether a cell says this, whatever its case. */
export function says(meaning: Meaning, cell: string): boolean {
  known ??= readWords();
  return known.get(meaning)?.test(cell) === true;
}

function readWords(): ReadonlyMap<Meaning, RegExp> {
  const forms = readShipped('data/bank-words.json') as Record<keyof typeof FORMS, Record<Meaning, readonly string[]>>;
  const all = (Object.keys(FORMS) as (keyof typeof FORMS)[]).flatMap((form) =>
    Object.entries(forms[form]).map(([meaning, words]): [Meaning, RegExp] => {
      const escaped = words.map((word) => word.replace(/[-+]/, String.raw`\$&`));
      return [meaning as Meaning, FORMS[form](escaped.join('|'))];
    }),
  );
  return new Map(all);
}
