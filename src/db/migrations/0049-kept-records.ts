/** The audit log begins to note digests of passwords, keys and other ways in (`features/audit/kept.ts`). */
export const keptRecords = { name: '0049-kept-records', sql: '' };
