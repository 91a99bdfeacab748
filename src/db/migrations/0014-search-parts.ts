/**
 * Another cut of the texts in the search index: parts of four characters, each once, without their places in the text. FTS5
 * gathers only 256 KiB before it writes them, because writing the usual 1 MiB keeps everybody waiting for 30 ms.
 */
export const searchParts = {
  name: '0014-search-parts',
  sql: `
drop table searchIndex;
create virtual table searchIndex using fts5(
  parts, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3', detail = 'none'
);
insert into searchIndex (searchIndex, rank) values ('hashsize', 262144);
`,
  reindexes: true,
};
