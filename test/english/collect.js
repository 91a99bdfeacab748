/**
 * Collects every sentence that a person can read: refusals, the API document, the command line, printed lines, letters
 * and PDFs. Does not collect the sentences of the console, because `src/console/<room>/words.en.ts` already lists them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const HEAD = `Every sentence that people read, by room and kind. {name} stands for a value that the program inserts.
This file is written by npm run sentences. The words of the console are in src/console/<room>/words.en.ts.
`;

/** Not collected: the console has its own lists, migrations contain SQL, and only developers run the build scripts. */
const UNREAD = ['src/console/', 'src/build/', 'src/db/migrations/', 'src/db/baseline.ts'];

/** Headings of the list. */
export const KINDS = {
  refusals: 'Refusals and messages',
  api: 'API document',
  commands: 'Command line',
  printed: 'Printed and written',
};

const WORD = /\p{L}{2,}/gu;
/** Texts that are not sentences: SQL, names of columns, content security policies, and flags without an explanation. */
const NO_SENTENCES = [
  /^[\s(]*(?:select|insert|update|delete|create|drop|alter|pragma|begin|vacuum) [\w("*]/,
  /json_(?:group_)?array\(/,
  /^(?:"\w+" )?is (?:not )?(?:null)?(?: and .* null)?$/,
  /^[\w."]+ as \w+$/,
  /^[a-z]+(?:-[a-z]+)* (?:'(?:none|self)'|data:)/,
  /^(?:-\w, )?(?:--)?[\w-]+(?: [<[][\w.=-]+[>\]])+$/,
  // Codes of countries and currencies.
  /^\s*(?:[A-Z]{2,3}\s+)+[A-Z]{2,3}$/,
];

/** Calls whose texts no user reads: errors for engineers, the log, SQL and patterns. */
const SILENT_CALLS = new Set([
  'Error',
  'RangeError',
  'TypeError',
  'RegExp',
  'pragma',
  'exec',
  'prepare',
  'raw',
  'ref',
  'generator',
]);
const LOG_CALLS = /(?:^|\.)(?:log|logger|console)\??\.(?:trace|debug|info|warn|error|fatal)$/;
const SILENT_TAGS = new Set(['sql', 'String.raw']);
const SILENT_PROPERTIES = new Set(['aliases']);

const COMMAND_CALLS = new Set([
  'description',
  'summary',
  'option',
  'requiredOption',
  'argument',
  'addHelpText',
  'Option',
  'Argument',
  'usage',
]);
const COMMAND_NAMES = /EXAMPLES|FLAGS|HELP/;
const API_CALLS = new Set(['describe', 'meta', 'route']);
const REFUSAL_CALLS =
  /Error$|^(?:badField|notFound|refused|refusal|refuse|fileRefused|conflict|ambiguous|fault|unknown)$/;
const REFUSAL_PROPERTIES = new Set(['message', 'error', 'detail', 'title', 'problem']);

/**
 * Returns one entry `{ room, kind, text, file, line }` for each sentence below `root`, in the order of the files.
 */
export function collect(root) {
  return [...sourceFiles(root).flatMap((file) => ofSource(root, file)), ...ofTemplates(root)];
}

/** Returns the text of `sentences.txt`, sorted by room, kind and sentence, so that moving a file changes little. */
export function listed(entries) {
  const rooms = distinct(entries.map(({ room }) => room)).map((room) => {
    const inRoom = entries.filter((entry) => entry.room === room);
    const parts = Object.keys(KINDS)
      .map((kind) => [KINDS[kind], distinct(inRoom.filter((entry) => entry.kind === kind).map(({ text }) => text))])
      .filter(([, texts]) => texts.length > 0)
      .map(([title, texts]) => `-- ${title} --\n\n${texts.join('\n')}\n`);
    return `==== ${room} ====\n\n${parts.join('\n')}`;
  });
  return [HEAD, ...rooms].join('\n');
}

function distinct(texts) {
  return [...new Set(texts)].toSorted((a, b) => (a < b ? -1 : 1));
}

function sourceFiles(root) {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !UNREAD.some((folder) => file.startsWith(folder)))
    .toSorted();
}

function ofSource(root, file) {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (isSilent(node)) {
      return;
    }
    const text = isText(node) ? rendered(node) : '';
    if (isSentence(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ room: roomOf(file), kind: kindOf(node, file), text: oneLine(text), file, line: line + 1 });
    }
    for (const inner of isText(node) ? hidden(node) : spoken(node)) {
      visit(inner);
    }
  };
  visit(source);
  return found;
}

/** Returns the name of a file’s room: a folder of `features/` or `cli/`, or else a folder of `src/`. */
function roomOf(file) {
  const [, floor, room] = file.split('/');
  if (!room) {
    return 'the program';
  }
  return floor === 'features' || floor === 'cli' ? `${floor}/${room.replace(/\.ts$/, '')}` : floor;
}

function isText(node) {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateExpression(node) ||
    (isSum(node) && operands(node).some((part) => isText(part)))
  );
}

function isSum(node) {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

function operands(node) {
  return isSum(node) ? [...operands(node.left), ...operands(node.right)] : [node];
}

/** True if the text has at least two words and does not match `NO_SENTENCES`. */
function isSentence(text) {
  const words = text.replaceAll(/\{[^{}]*\}/g, ' ').match(WORD) ?? [];
  return words.length > 1 && /\s/.test(text.trim()) && !NO_SENTENCES.some((pattern) => pattern.test(text));
}

function isSilent(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) {
    return true;
  }
  if (ts.isTaggedTemplateExpression(node)) {
    return SILENT_TAGS.has(node.tag.getText());
  }
  if (ts.isPropertyAssignment(node)) {
    return SILENT_PROPERTIES.has(nameOf(node.name));
  }
  return isCall(node) && (SILENT_CALLS.has(calledName(node)) || LOG_CALLS.test(node.expression.getText()));
}

function isCall(node) {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

function calledName(node) {
  const called = node.expression;
  return ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
}

function nameOf(name) {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
}

/** Returns the text as people read it, with the names of inserted values in braces. */
function rendered(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text;
  }
  if (ts.isTemplateExpression(node)) {
    return (
      node.head.text + node.templateSpans.map(({ expression, literal }) => placed(expression) + literal.text).join('')
    );
  }
  return operands(node)
    .map((part) => (isText(part) ? rendered(part) : placed(part)))
    .join('');
}

function placed(node) {
  const choices = choicesOf(node).filter((choice) => choice !== '');
  return `{${[...new Set(choices)].join(' | ')}}`;
}

function choicesOf(node) {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isAwaitExpression(node)
  ) {
    return choicesOf(node.expression);
  }
  if (ts.isConditionalExpression(node)) {
    return [...choicesOf(node.whenTrue), ...choicesOf(node.whenFalse)];
  }
  if (ts.isBinaryExpression(node) && !isText(node)) {
    return [...choicesOf(node.left), ...choicesOf(node.right)];
  }
  if (isText(node)) {
    return [rendered(node)];
  }
  return [lastName(node)];
}

/** Returns `total` for `total`, `statement.total` and `formatMoney(total)`. */
function lastName(node) {
  if (isCall(node)) {
    const [first] = node.arguments ?? [];
    return first && (ts.isIdentifier(first) || ts.isPropertyAccessExpression(first))
      ? lastName(first)
      : lastName(node.expression);
  }
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text;
  }
  if (ts.isElementAccessExpression(node)) {
    return lastName(node.expression);
  }
  return ts.isIdentifier(node) ? node.text : '...';
}

/** Returns the nodes inside a text that `rendered` leaves out, such as the arguments of calls. */
function hidden(node) {
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.flatMap(({ expression }) => unrendered(expression));
  }
  return isSum(node) ? operands(node).flatMap((part) => (isText(part) ? hidden(part) : unrendered(part))) : [];
}

function unrendered(node) {
  if (ts.isConditionalExpression(node)) {
    return [node.condition, ...unrendered(node.whenTrue), ...unrendered(node.whenFalse)];
  }
  if (ts.isParenthesizedExpression(node)) {
    return unrendered(node.expression);
  }
  if (isText(node)) {
    return hidden(node);
  }
  return childrenOf(node);
}

/** Returns the children of a node, except the quoted name of a property, which people do not read. */
function spoken(node) {
  return ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) ? [node.initializer] : childrenOf(node);
}

function childrenOf(node) {
  const children = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** Returns the kind of text for which the nearest enclosing call, property or variable is used. */
function kindOf(node, file) {
  for (let at = node.parent; at; at = at.parent) {
    const kind = kindAt(at, file);
    if (kind) {
      return kind;
    }
  }
  return file.includes('/openapi/') ? 'api' : 'printed';
}

function kindAt(node, file) {
  if (isCall(node)) {
    const name = calledName(node);
    if (REFUSAL_CALLS.test(name)) {
      return 'refusals';
    }
    if (API_CALLS.has(name)) {
      return 'api';
    }
    return COMMAND_CALLS.has(name) && file.startsWith('src/') && !file.endsWith('schema.ts') ? 'commands' : undefined;
  }
  if (ts.isPropertyAssignment(node) && REFUSAL_PROPERTIES.has(nameOf(node.name)) && !file.includes('/openapi/')) {
    return 'refusals';
  }
  return ts.isVariableDeclaration(node) && COMMAND_NAMES.test(node.name.getText()) ? 'commands' : undefined;
}

/** Returns the entries for the letters, the PDFs and the introduction of the API document. */
function ofTemplates(root) {
  const folder = path.join(root, 'templates/en-US');
  const letters = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const room = `templates/${name.replace(/\.\w+$/, '')}`;
    const texts = name.endsWith('.json')
      ? stringsOf(JSON.parse(text))
      : linesOf(text.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' '));
    return texts.map((one) => ({
      room,
      kind: 'printed',
      text: oneLine(one),
      file: `templates/en-US/${name}`,
      line: 1,
    }));
  });
  const introduction = linesOf(readFileSync(path.join(root, 'templates/openapi.md'), 'utf8'));
  return [
    ...letters,
    ...introduction.map((text) => ({
      room: 'templates/openapi',
      kind: 'api',
      text,
      file: 'templates/openapi.md',
      line: 1,
    })),
  ].filter(({ text }) => /\p{L}{2,}/u.test(text));
}

function stringsOf(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap((inner) => stringsOf(inner));
}

function linesOf(text) {
  return text
    .split('\n')
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== '');
}

/** Returns the text on a single line, because each entry is one line of the list. */
function oneLine(text) {
  return text
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trimEnd();
}
