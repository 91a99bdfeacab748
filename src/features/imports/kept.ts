import type { Kept } from '../audit/kept.ts';

/** Which records an import added, because undoing it removes them. */
export const keptImports: Kept = {
  kind: 'Import',
  from: '"imports"',
  values: 'json_array("kind", "fileName", "fileHash", "rows", "created", "at", "by", "byName", "undoneAt", "undoneBy")',
  since: '0049-kept-records',
};
