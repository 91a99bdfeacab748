/** Who entered it, and when. */
export const audited = {
  createdAt: '2026-03-01T18:20:05.412Z',
  modifiedAt: '2026-03-01T18:20:05.412Z',
  createdBy: 3,
  modifiedBy: 3,
};
/** Somebody else changed it since. */
export const changed = { ...audited, modifiedAt: '2026-03-04T15:02:41.090Z', modifiedBy: 5 };

/** A list that comes whole. */
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
