/** The faults that are planted: for each node of a source file, the texts that can replace it. */
import ts from 'typescript';
import { UNSEEN_CALLS } from './targets.js';

const { SyntaxKind: Kind } = ts;

const BORDERS = new Map([
  ['<', ['<=']],
  ['<=', ['<']],
  ['>', ['>=']],
  ['>=', ['>']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*']],
]);

/**
 * The replacements of a comparison in a query. `is` and `=` have none, because the fault that leaves out the whole
 * filter already covers them.
 */
const QUERY_BORDERS = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);

/** Methods that filter, order or normalize a value. A chain of calls also works without them. */
const NARROWING = new Set(
  'where whereRef having distinct filter slice trim toSorted toReversed toLowerCase toUpperCase normalize'.split(' '),
);

/** Returns the faults of an expression, each with its kind and its replacement text. */
export function faultsOf(node, source) {
  if (ts.isBinaryExpression(node)) return binaryFaults(node, source);
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken && !isCondition(node))
    return [['negation', node.operand.getText(source)]];
  if (ts.isConditionalExpression(node))
    return [
      ['first branch', node.whenTrue.getText(source)],
      ['second branch', node.whenFalse.getText(source)],
    ];
  if (ts.isCallExpression(node)) return callFaults(node, source);
  if (ts.isNumericLiteral(node)) return numberFaults(node);
  if (node.kind === Kind.TrueKeyword) return isLoop(node) ? [] : [['truth', 'false']];
  if (node.kind === Kind.FalseKeyword) return [['truth', 'true']];
  if (ts.isArrayLiteralExpression(node)) return arrayFaults(node, source);
  if (ts.isObjectLiteralExpression(node)) return objectFaults(node, source);
  if (ts.isStringLiteral(node) && isQueryOperator(node)) {
    const other = QUERY_BORDERS.get(node.text);
    return other === undefined ? [] : [['border', `'${other}'`]];
  }
  return [];
}

/** Returns the additional faults of an expression that is the condition of an `if`. */
export function conditionFaults(condition, source) {
  const always = ['condition', 'true'];
  return spares(condition.parent, source) ? [always] : [always, ['condition', 'false']];
}

/** True if an `if` only avoids a query that would return nothing. Without the `if`, the result is the same. */
function spares({ expression, thenStatement }, source) {
  if (!/\.(?:length|size) === 0$/.test(expression.getText(source))) return false;
  return /^return(?: \[\]| new (?:Map|Set)\b.*\(\)| undefined)?;$/.test(thenStatement.getText(source));
}

/** True if a statement is a call or an assignment that can be left out. */
export function canBeDropped(statement, source) {
  const inner = ts.isAwaitExpression(statement.expression) ? statement.expression.expression : statement.expression;
  if (ts.isCallExpression(inner)) {
    const callee = inner.expression;
    if (callee.kind === Kind.SuperKeyword) return false;
    return !UNSEEN_CALLS.test(callee.getText(source));
  }
  return ts.isBinaryExpression(inner) && !isLoop(statement.parent);
}

function binaryFaults(node, source) {
  const { left, right } = node;
  const operator = node.operatorToken.getText(source);
  const [first, second] = [left.getText(source), right.getText(source)];
  if (operator === '&&' || operator === '||')
    return [
      ['only the left', first],
      ['only the right', second],
    ];
  if (operator === '??') return isPlain(right) ? [] : [['only the right', second]];
  // The faults that replace the condition with true and with false cover this fault.
  if (/^[!=]==$/.test(operator) && isCondition(node)) return [];
  if ('+-*/'.includes(operator) && [left, right].some(isText)) return [];
  return (BORDERS.get(operator) ?? []).map((other) => ['operator', `${first} ${other} ${second}`]);
}

function callFaults(node, source) {
  const { expression: callee, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(callee)) return [];
  if (!NARROWING.has(callee.name.text)) return [];
  // `slice()` without arguments copies a list, which no test can see.
  if (callee.name.text === 'slice' && given.length === 0) return [];
  return [['filter', callee.expression.getText(source)]];
}

function numberFaults(node) {
  const value = Number(node.text.replaceAll('_', ''));
  if (!Number.isInteger(value)) return [];
  return [['number', String(value + 1)], ...(value > 1 ? [['number', String(value - 1)]] : [])];
}

function arrayFaults(node, source) {
  const { elements } = node;
  if (elements.length === 0 || isFallback(node)) return [];
  // Any change to a destructured list breaks the code, so a test that sees the fault proves nothing.
  if (ts.isVariableDeclaration(node.parent) && ts.isArrayBindingPattern(node.parent.name)) return [];
  return without(elements, source).map((rest) => ['element', `[${rest}]`]);
}

function objectFaults(node, source) {
  const { properties } = node;
  if (properties.length < 2 || properties.some((one) => ts.isMethodDeclaration(one))) return [];
  // Code treats a missing property like `false`, so removing a property that is `false` would change nothing.
  const told = properties.filter((one) => one.initializer?.kind !== Kind.FalseKeyword);
  return without(properties, source, told).map((rest) => ['property', `{ ${rest} }`]);
}

/** Returns, for each node of `some`, the joined texts of all nodes except that one. */
function without(nodes, source, some = nodes) {
  return some.map((left) =>
    nodes
      .filter((node) => node !== left)
      .map((node) => node.getText(source))
      .join(', '),
  );
}

const isText = (node) =>
  ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** True for a plain fallback value: a text, a number, null, undefined or an empty list. */
const isPlain = (node) =>
  isText(node) ||
  ts.isNumericLiteral(node) ||
  node.kind === Kind.NullKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined') ||
  (ts.isArrayLiteralExpression(node) && node.elements.length === 0);

const isFallback = (node) =>
  ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === Kind.QuestionQuestionToken;

const isCondition = (node) => ts.isIfStatement(node.parent) && node.parent.expression === node;

const isLoop = (node) =>
  ts.isWhileStatement(node.parent) || ts.isDoStatement(node.parent) || ts.isForStatement(node.parent);

/** True for the second of three arguments, as in `where('date', '<=', day)`. */
const isQueryOperator = (node) =>
  ts.isCallExpression(node.parent) && node.parent.arguments.length === 3 && node.parent.arguments[1] === node;
