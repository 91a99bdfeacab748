/** Reads which columns somebody has named, and for which fields. */
import { headerKey, type ImportField } from '../../lib/import-columns.ts';

/** A column, named by its header or its number (`#3`), and the field that it fills; an empty field leaves it out. */
export type ColumnSaid = { column: string; field: string };

/** Why what somebody said about a column cannot be read, with what could have been meant. */
export type ColumnFault = {
  said: ColumnSaid;
  code: 'no_such_column' | 'several_columns' | 'no_such_field' | 'field_twice';
  choices: readonly string[];
};

/** Returns the field of each column that was named, by the index of the column, or the first fault. */
export function columnsSaid<F extends string>(
  all: readonly ColumnSaid[],
  header: readonly string[],
  fields: readonly ImportField<F>[],
): { chosen: Map<number, F | null> } | { fault: ColumnFault } {
  const chosen = new Map<number, F | null>();
  for (const said of all) {
    const field = fields.find(({ name }) => name === said.field);
    const [index, other] = placesOf(said.column, header);
    const fault = (code: ColumnFault['code'], choices: readonly string[]) => ({ fault: { said, code, choices } });
    if (index === undefined) return fault('no_such_column', header.filter(Boolean));
    if (other !== undefined) return fault('several_columns', [`#${index + 1}`, `#${other + 1}`]);
    if (!field && said.field !== '')
      return fault(
        'no_such_field',
        fields.map(({ name }) => name),
      );
    if (field && !field.isShared && [...chosen.values()].includes(field.name)) return fault('field_twice', []);
    chosen.set(index, field?.name ?? null);
  }
  return { chosen };
}

/**
 * Returns the indexes of the columns that a text names, by header or by number (`#3`). If exactly one column has the
 * text as its header, only that column is returned.
 */
export function placesOf(text: string, header: readonly string[]): number[] {
  const placesWhere = (matches: (one: string) => boolean) =>
    header.flatMap((one, index) => (one !== '' && matches(one) ? [index] : []));
  const exact = placesWhere((one) => one === text);
  const number = Number(/^#([1-9]\d{0,4})$/.exec(text)?.[1]);
  if (exact.length === 0 && number <= header.length) return [number - 1];
  return exact.length === 1 ? exact : placesWhere((one) => headerKey(one) === headerKey(text));
}
