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
