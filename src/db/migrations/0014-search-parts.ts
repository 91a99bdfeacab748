/**
 * Changes how texts are split for the search index: into parts of four characters, each stored once and without its
 * position. FTS5 now writes after collecting 256 KiB, because writing the default 1 MiB delays every request by 30 ms.
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
