import type { App } from '../../app.ts';
import type { ImportFault, ImportTable } from '../../lib/import-table.ts';
import type { Permission } from '../../permissions.ts';
import type { Point } from '../../room-declarations.ts';
import type { Target } from './columns.ts';
import type { ImportOptions } from './run.ts';
import type { ImportForm, ImportPlan, PlannedKind } from './schema.ts';
import type { Made } from './service.ts';
import type { Decisions } from './decisions.ts';

/** How many rows a plan lists. */
export const LISTED = 500;

/** The result of planning or importing the rows of a file. The plan leaves out what has a fault. */
export type Planned = Pick<ImportPlan, 'plan' | 'items' | 'importId'> & {
  /** The id of an earlier import of the same file that was not undone. */
  sameFileAs: number | null;
  faults: readonly ImportFault[];
};

/** What a kind of import provides, so that its files can be imported over HTTP. `F` is a field of a row. */
export type ImportOver<F extends string = string> = {
  permission: Permission;
  /** Returns what the import reads, for what somebody said in the form. */
  target: (app: App, form: ImportForm) => Promise<Target<F>>;
  /** Plans the rows of a file, or imports them, all or none. Throws the errors of the import on the command line. */
  run: (
    app: App,
    table: ImportTable<F>,
    options: ImportOptions & { form: ImportForm; decisions: Decisions },
  ) => Promise<Planned>;
  /** Returns how many of the members that an import added were changed since and would be deleted with it. */
  changed?: (app: App, idsOf: Made['idsOf']) => Promise<number>;
};

/** The kinds of files that can be imported over HTTP. Each room declares its own. */
export const IMPORT_KINDS: Point<Partial<Record<PlannedKind, ImportOver>>> = { name: 'kinds of imports' };
