/** Adds the telephone numbers of members to the search index. */
export const memberPhones = { name: '0033-member-phones', sql: '', reindexes: true };
