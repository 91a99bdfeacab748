/** Finds names with a dot, such as 瓦歷斯‧諾幹, with any dot or none. */
export const dotsInNames = { name: '0046-dots-in-names', sql: '', reindexes: true };
