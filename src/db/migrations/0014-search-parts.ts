/**
 * Splits the texts in the search index differently: into parts of four characters, each once, without positions. FTS5
 * collects only 256 KiB before it writes them, because writing the usual 1 MiB delays everybody for 30 ms.
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
