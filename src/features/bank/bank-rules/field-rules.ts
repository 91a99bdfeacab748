/** What the fields of a rule must be, alone and together. */

/** Returns whether a text is specific enough: three letters or digits, or two Chinese characters. */
export function isLongEnough(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  const chinese = text.match(/\p{Script=Han}/gu) ?? [];
  return letters.length + chinese.length >= 3;
}

type Fields = { needed: readonly string[]; allowed: readonly string[] };

/** The fields of each kind of action. */
const FIELDS: Readonly<Record<string, Fields>> = {
  Expense: {
    needed: ['subCategoryId', 'ministryId'],
    allowed: ['functionalClass', 'vendorId', 'vendor', 'description', 'fundId'],
  },
  OtherIncome: { needed: ['incomeCategoryId'], allowed: ['payer', 'fundId'] },
  Transfer: { needed: ['otherAccountId'], allowed: [] },
  Ignore: { needed: [], allowed: [] },
  Match: { needed: [], allowed: [] },
};

/** What is wrong with a direction from which a document cannot be made. */
const WRONG: Readonly<Record<string, string>> = {
  'Expense In': 'must be Out, because an expense pays money',
  'OtherIncome Out': 'must be In, because income is received',
};

/** A rule as it was sent. Some of its fields may be invalid. */
type Sent = {
  direction?: unknown;
  amountFrom?: number | null;
  amountTo?: number | null;
  action?: Readonly<Record<string, unknown>> | null;
};
type Fault = { path: string[]; code: string; message: string };

/** Returns what is wrong with the amounts, the direction and the action of a rule, taken together. */
export function fieldFaults({ direction, amountFrom, amountTo, action }: Sent): Fault[] {
  const faults: Fault[] = [];
  if (amountFrom != null && amountTo != null && amountFrom > amountTo) {
    faults.push({ path: ['amountTo'], code: 'invalid_range', message: 'must not be less than the smallest amount' });
  }
  const { type, ...sent } = action ?? {};
  const fields = FIELDS[String(type)];
  if (!fields) return faults;
  const wrong = WRONG[`${String(type)} ${String(direction)}`];
  if (wrong) faults.push({ path: ['direction'], code: 'wrong_direction', message: wrong });
  for (const [field, value] of Object.entries(sent)) {
    const [isNeeded, isAllowed] = [fields.needed.includes(field), fields.allowed.includes(field)];
    const path = ['action', field];
    if (value == null && isNeeded) faults.push({ path, code: 'required', message: `is required for ${String(type)}` });
    if (value != null && !isNeeded && !isAllowed) {
      faults.push({ path, code: 'not_for_type', message: `is not a field of ${String(type)}` });
    }
  }
  return faults;
}
