/**
 * Finds the tests that wait by reading their source: they call a timer, `expect.poll` or something like it, or a
 * function of `test` that does, or they open the page in Chromium. `npm run flake` repeats them.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const TIMERS = ['setTimeout', 'setInterval'];
const TIMER = Symbol('timer');
const WAITS = /^(?:poll|wait(?:For\w*|Until)?)$/;
/** These tests are not in `.ci/run`. */
const ON_DEMAND = /^test\/(?:first-hour|smoke|year)\//;
const CHROMIUM = /\/support\/(?:chromium|console|console-church|console-looks)\.ts$/;

/** Returns the tests that wait, each as its file, its line and its name. */
export function waitingTests() {
  const files = globSync('test/**/*.{ts,js}').toSorted();
  const sources = new Map(files.map((file) => [file, sourceOf(file)]));
  const waiting = waitingFunctions([...sources.values()]);
  return files
    .filter((file) => file.endsWith('.test.ts') && !ON_DEMAND.test(file))
    .flatMap((file) => testsIn(sources.get(file), waiting));
}

/** Returns what the search needs of a file: its functions by name, and the names that it imports. */
function sourceOf(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const source = { file, tree, functions: new Map(), imports: new Map(), timers: new Set(TIMERS) };
  visit(tree, (node) => {
    if (ts.isImportDeclaration(node)) readImport(source, node);
    const isFunction = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isClassDeclaration(node);
    if ((isFunction || ts.isVariableDeclaration(node)) && node.name && ts.isIdentifier(node.name)) {
      source.functions.set(node.name.text, node);
    }
  });
  source.isPage = [...source.imports.values()].some(({ from }) => CHROMIUM.test(from));
  return source;
}

function readImport({ file, imports, timers }, node) {
  const from = node.moduleSpecifier.text;
  const named = node.importClause?.namedBindings;
  for (const { name, propertyName } of (named && ts.isNamedImports(named) && named.elements) || []) {
    if (from === 'node:timers/promises' && (propertyName ?? name).text === 'setTimeout') timers.add(name.text);
    const place = from.startsWith('.') ? path.join(path.dirname(file), from) : from;
    imports.set(name.text, { from: place, name: (propertyName ?? name).text });
  }
}

/** Returns the functions that wait, as `file name`, among them those that call such a function. */
function waitingFunctions(sources) {
  const all = sources.flatMap((source) =>
    Array.from(source.functions, ([name, node]) => ({ key: `${source.file} ${name}`, calls: callsIn(source, node) })),
  );
  const found = new Set();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { key, calls } of all) if (waits(calls, found)) found.add(key);
  }
  return found;
}

const waits = (calls, waiting) => calls.has(TIMER) || [...calls].some((key) => waiting.has(key));

/** Returns the functions that a part of a file calls, as `file name`. A timer, or a wait of another kind, is `TIMER`. */
function callsIn({ file, timers, imports }, part) {
  const calls = new Set();
  visit(part, (node) => {
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
    const { expression: called } = node;
    const isMethod = ts.isPropertyAccessExpression(called);
    if (!isMethod && !ts.isIdentifier(called)) return;
    const name = isMethod ? called.name.text : called.text;
    const { from, name: original } = imports.get(name) ?? { from: file, name };
    calls.add((isMethod ? WAITS.test(name) : timers.has(name)) ? TIMER : `${from} ${original}`);
  });
  return calls;
}

/** Returns the tests of a file that wait. If a hook waits, all tests of the file do. */
function testsIn(source, waiting) {
  const { file, tree } = source;
  const tests = [];
  let isWhole = source.isPage;
  visit(tree, (node) => {
    if (!ts.isCallExpression(node)) return;
    const called = firstName(node.expression);
    if (/^(?:before|after)(?:All|Each)$/.test(called)) isWhole ||= waits(callsIn(source, node), waiting);
    const work = node.arguments.findLast((one) => ts.isArrowFunction(one));
    if (called !== 'test' || !work || node.arguments.length < 2) return;
    tests.push({ node, doesWait: waits(callsIn(source, work), waiting) });
  });
  const lineOf = (node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  return tests
    .filter(({ doesWait }) => isWhole || doesWait)
    .map(({ node }) => ({
      file,
      line: lineOf(node),
      name: node.arguments[0].getText(tree).replace(/^['"`]|['"`]$/g, ''),
    }));
}

/** Returns the name with which a call begins, such as `test` in `test.each(…)(…)`. */
function firstName(node) {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? firstName(node.expression) : '';
}

function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}
