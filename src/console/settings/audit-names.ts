/** Names what the audit log records: actions, resources, fields and values, in the language of the page. */

type Named = Readonly<Record<string, string>>;
export type AuditNames = Readonly<Record<'fields' | 'entities' | 'verbs' | 'actions' | 'values', Named>>;

export type AuditWords = Readonly<Record<'action' | 'entity' | 'field' | 'value', (text: string) => string>>;

/** Returns the words for the log. Without names, and for what has no name, these are the English names as words. */
export function auditWords(names: AuditNames | null): AuditWords {
  if (names === null) return { action: spaced, entity: spaced, field: spaced, value: (text) => text };
  const named = (kind: keyof AuditNames, text: string) =>
    Object.hasOwn(names[kind], text) ? names[kind][text] : undefined;
  return {
    action: (text) => named('actions', text) ?? composed(names, text) ?? spaced(text),
    entity: (text) => named('entities', text) ?? spaced(text),
    field: (text) => named('fields', text) ?? spaced(text),
    value: (text) => named('values', text) ?? text,
  };
}

/** Returns the Chinese verb and resource of an action such as `ExpenseApproved`. */
function composed({ entities, verbs }: AuditNames, action: string): string | undefined {
  const verb = Object.keys(verbs).find(
    (end) => action.endsWith(end) && Object.hasOwn(entities, action.slice(0, -end.length)),
  );
  return verb === undefined ? undefined : `${verbs[verb]}${entities[action.slice(0, -verb.length)]}`;
}

/** Returns a name such as `ExpenseApproved` or `closingBalance` as words: `Expense approved`, `closing balance`. */
function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * Returns a value of the log as text for people. Of a list, each item is a line; of a record, the fields are named, and
 * those without a value are left out.
 */
export function valueText(value: unknown, words: AuditWords, yesOrNo: (isTrue: boolean) => string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return yesOrNo(value);
  if (typeof value === 'string') return words.value(value);
  if (Array.isArray(value)) return value.map((one) => valueText(one, words, yesOrNo)).join('\n');
  if (typeof value !== 'object') return JSON.stringify(value);
  const told = Object.entries(value).filter(([, one]) => one !== null);
  return told.map(([field, one]) => `${words.field(field)}: ${valueText(one, words, yesOrNo)}`).join('; ');
}
