/** Checks which fields of a line may be sent together. */

/** A line as it is sent. Other fields of the request may be wrong, so any field may be missing. */
type Sent = { [Field in (typeof TARGETS)[number] | (typeof OF_EXPENSES)[number]]?: unknown } & {
  netAssets?: unknown;
  fundId?: unknown;
  debit?: unknown;
  credit?: unknown;
};

type Fault = { path: (string | number)[]; code: string; message: string };

const TARGETS = ['accountId', 'subCategoryId', 'incomeCategoryId'] as const;
const OF_EXPENSES = ['ministryId', 'functionalClass'] as const;

/** Returns what is wrong with the fields of each line. The paths begin with the index of the line. */
export function lineFaults(lines: readonly unknown[]): Fault[] {
  return lines.flatMap((line, index) =>
    typeof line === 'object' && line !== null ? faultsOf(line as Sent, index) : [],
  );
}

function faultsOf(line: Sent, index: number): Fault[] {
  const faults: Fault[] = [];
  const named = TARGETS.filter((field) => line[field] != null).length + (line.netAssets === true ? 1 : 0);
  if (named !== 1) {
    const message = 'must have exactly one of accountId, subCategoryId, incomeCategoryId and netAssets: true';
    faults.push({ path: [index], code: named === 0 ? 'required' : 'too_many', message });
  }
  if ((line.debit == null) === (line.credit == null)) {
    const isNone = line.debit == null;
    const message = isNone ? 'is required, unless you send credit' : 'cannot be sent together with credit';
    faults.push({ path: [index, 'debit'], code: isNone ? 'required' : 'not_with_credit', message });
  }
  if (named === 1 && line.subCategoryId == null) {
    for (const field of OF_EXPENSES) {
      if (line[field] == null) continue;
      faults.push({ path: [index, field], code: 'only_for_expenses', message: 'needs a subCategoryId' });
    }
  }
  return faults;
}
