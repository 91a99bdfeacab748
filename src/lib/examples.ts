/** What the examples of the API have in common: a week in a small bilingual church, in March 2026. */

/** Examples by the name of the schema, or by the operation whose answer needs a fuller one. */
export type Examples = Readonly<Record<string, unknown>>;

/** The message of a refusal, and its additional fields. */
export type Said = readonly [detail: string, more?: Readonly<Record<string, unknown>>];

/** Refusals that an operation words differently from others, by its `operationId` and code. */
export type RefusalExamples = Readonly<Record<string, Readonly<Record<string, Said>>>>;

/** The columns of a record that was entered. */
export const audited = {
  createdAt: '2026-03-01T18:20:05.412Z',
  modifiedAt: '2026-03-01T18:20:05.412Z',
  createdBy: 3,
  modifiedBy: 3,
};
/** The columns of a record that somebody else has changed since. */
export const changed = { ...audited, modifiedAt: '2026-03-04T15:02:41.090Z', modifiedBy: 5 };

/** A list without pages. */
export const list = (...items: unknown[]) => ({ items });
/** The only page of a list. */
export const page = (...items: unknown[]) => ({
  items,
  page: 1,
  pageSize: 25,
  totalCount: items.length,
  totalPages: 1,
});

export const attendance = { sundays: 5, total: 471, average: 94 };

/** One bad field, as an entry of `errors`. */
export const fault = (path: string, code: string, message: string) => ({ errors: [{ path, code, message }] });

/** The refusal of a field that names nothing. */
export const namesNothing = (path: string, what: string): Said => [
  `${path} names no ${what}.`,
  fault(path, 'unknown_reference', `names no ${what}`),
];
