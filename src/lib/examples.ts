/** Building blocks that the API examples share. All examples show a small bilingual church in March 2026. */

/**
 * Examples by schema name. If an operation needs a fuller example of its response, the example has the name of the
 * operation instead.
 */
export type Examples = Readonly<Record<string, unknown>>;

/** The message of a refusal and its additional fields. */
export type Said = readonly [detail: string, more?: Readonly<Record<string, unknown>>];

/**
 * Examples of refusals whose message differs from that of other operations, by `operationId` and then by error code.
 */
export type RefusalExamples = Readonly<Record<string, Readonly<Record<string, Said>>>>;

/** The audit columns of a record that has not been changed since it was entered. */
export const audited = {
  createdAt: '2026-03-01T18:20:05.412Z',
  modifiedAt: '2026-03-01T18:20:05.412Z',
  createdBy: 3,
  modifiedBy: 3,
};
/** The audit columns of a record that another person has changed since it was entered. */
export const changed = { ...audited, modifiedAt: '2026-03-04T15:02:41.090Z', modifiedBy: 5 };

/** A complete list, without paging. */
export const list = (...items: unknown[]) => ({ items });
/** A list that fits on one page. */
export const page = (...items: unknown[]) => ({
  items,
  page: 1,
  pageSize: 25,
  totalCount: items.length,
  totalPages: 1,
});

export const attendance = { sundays: 5, total: 471, average: 94 };

/** The `errors` of a refusal because of one invalid field. */
export const fault = (path: string, code: string, message: string) => ({ errors: [{ path, code, message }] });

/** The refusal of a reference to a record that does not exist. */
export const namesNothing = (path: string, what: string): Said => [
  `${path} names no ${what}.`,
  fault(path, 'unknown_reference', `names no ${what}`),
];
