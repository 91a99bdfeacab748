/**
 * Finds every use of a table by a file outside the room that owns the table. A room is a folder of src/features or
 * another folder of src. A table belongs to the room whose `table.ts` declares the table (see `src/db/schema.ts`).
 * `books/` may also read documents, because it decides which documents count. `npm run check` runs this file, and
 * tables.test.ts tests it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The tables of documents, and of what the bank has of them, which books/ may read. */
const DOCUMENTS = new Set([
  'bankLines',
  'bankMatches',
  'bookOpening',
  'clearedItems',
  'depositItems',
  'deposits',
  'expenseSplits',
  'expenses',
  'fiscalYears',
  'journalEntries',
  'journalLines',
  'fiscalYears',
  'givingParts',
  'givings',
  'monthlyStatements',
  'offeringSessions',
  'openingAccounts',
  'openingAmounts',
  'openingFunds',
  'openingHoldings',
  'otherIncome',
  'payables',
  'paymentItems',
  'payments',
  'reconciliations',
  'transfers',
]);

/** Files that may use tables of other rooms, with the reason. */
export const EXCEPTIONS = {
  'src/features/upkeep/backups/queries.ts':
    'reads databases of any version, which may lack columns that the queries of the rooms need',
  'src/features/upkeep/catalogs.ts':
    'fills the tables of an empty database from data/, and records every row that it added',
};

/** Methods of Kysely whose first argument names one or more tables. */
const BUILDERS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'replaceInto',
  'mergeInto',
  'using',
]);
const JOIN = /^(?:inner|left|right|full|cross)Join(?:Lateral)?$/;
/** Matches the tables in SQL text. */
const SQL_TABLE = /\b(?:from|join|update|into)\s+"?(\w+)"?/gi;

/** Returns the folder that is the room of a source file, such as `src/features/giving`, `src/books` or `src/lib`. */
export function roomOf(file) {
  const [, room] = /^(src\/features\/[^/]+|src\/[^/]+)\//.exec(file) ?? [];
  return room ?? 'src';
}

/** Returns the room that owns each table: the room from which `src/db/schema.ts` imports the table's type. */
export function ownersOf(root) {
  const source = parse(path.join(root, 'src/db/schema.ts'), 'schema.ts');
  const rooms = new Map();
  const owners = new Map();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const file = path.posix.join('src/db', statement.moduleSpecifier.text);
      for (const { name } of statement.importClause?.namedBindings?.elements ?? []) rooms.set(name.text, roomOf(file));
    } else if (ts.isTypeAliasDeclaration(statement) && statement.name.text === 'Database') {
      for (const { name, type } of statement.type.members) {
        // Tables whose types are declared in schema.ts itself belong to src/db.
        owners.set(name.text, rooms.get(type.typeName.text) ?? 'src/db');
      }
    }
  }
  return owners;
}

function parse(file, name) {
  return ts.createSourceFile(name, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Returns the tables that a file names in its queries, and the line of each name. */
function tablesIn(source, tables) {
  const found = [];
  const add = (table, node) => {
    if (!tables.has(table)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ table, line: line + 1 });
  };
  const visit = (node) => {
    if (ts.isCallExpression(node)) for (const text of namedBy(node)) add(text.text.split(/\s/)[0], text);
    // `table: 'members'` names the table of a list or of a sort order.
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText(source) === 'table' &&
      ts.isStringLiteral(node.initializer)
    ) {
      add(node.initializer.text, node);
    }
    if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText(source))) {
      const text = node.template.getText(source).replaceAll(/\$\{[^{}]*\}/g, ' ? ');
      for (const [, table] of text.matchAll(SQL_TABLE)) add(table, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Returns the arguments in which a Kysely call names tables, as in `selectFrom('a as b')`, `selectFrom(['a', 'b'])` and
 * `sql.table('a')`.
 */
function namedBy({ expression, arguments: [first] }) {
  if (!first || !ts.isPropertyAccessExpression(expression)) return [];
  const { name } = expression;
  const isSql = expression.expression.getText() === 'sql' && name.text === 'table';
  if (!isSql && !BUILDERS.has(name.text) && !JOIN.test(name.text)) return [];
  const texts = ts.isArrayLiteralExpression(first) ? [...first.elements] : [first];
  return texts.filter((text) => ts.isStringLiteralLike(text));
}

/** Returns every use of a table outside its room, except in the files of EXCEPTIONS. */
export function foreignTables(root) {
  const owners = ownersOf(root);
  return sourceFiles(root).flatMap((file) => {
    const room = roomOf(file);
    if (room === 'src/db' || file in EXCEPTIONS) return [];
    const source = parse(path.join(root, file), file);
    return tablesIn(source, owners).flatMap(({ table, line }) => {
      const owner = owners.get(table);
      const isOwn = owner === room || owner === 'src/db' || (room === 'src/books' && DOCUMENTS.has(table));
      return isOwn ? [] : [{ file, line, table, owner, room }];
    });
  });
}

function sourceFiles(root) {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join('src', name.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/console/'))
    .toSorted();
}

/** Returns the exceptions that are unnecessary, because the file is gone or uses no table of another room. */
export function idleExceptions(root) {
  const owners = ownersOf(root);
  return Object.keys(EXCEPTIONS).filter((file) => {
    if (!existsSync(path.join(root, file))) return true;
    const used = tablesIn(parse(path.join(root, file), file), owners);
    return used.every(({ table }) => [roomOf(file), 'src/db'].includes(owners.get(table)));
  });
}

/** Returns a message about the use of another room's table. The message names the place where the query belongs. */
export function advice({ file, line, table, owner, room }) {
  const what = `${file}:${line} uses the table ${table}, which belongs to ${owner}/.`;
  if (room === 'src/books')
    return `${what} books/ reads documents only: return ids, and have the reports look up names.`;
  if (DOCUMENTS.has(table)) {
    return `${what} A sum or a list of documents belongs in src/books/. Any other query belongs in ${owner}/, behind a function that you call.`;
  }
  return `${what} Move the query to ${owner}/ and call its service. To join a name, use or add a sub-select in its joins.ts.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = foreignTables('.').map(advice);
  for (const one of found) console.error(one);
  for (const file of idleExceptions('.'))
    console.error(`${file} no longer needs an exception in test/house/tables.js.`);
  if (found.length + idleExceptions('.').length > 0) process.exitCode = 1;
}
