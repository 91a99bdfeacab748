/**
 * Writes all faults of a source file into its text at once, each next to the code that it replaces. While the program
 * runs, a number selects the active fault, so the program is compiled only once for all faults.
 */
import ts from 'typescript';
import { canBeDropped, conditionFaults, faultsOf } from './operators.js';

/** Returns the text of a source file with every fault in it, and the list of the faults, numbered from `first`. */
export function instrument(file, text, first) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const mutants = [];
  const seen = new Map();

  function add(node, [kind, mutant]) {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const original = node.getText(source);
    const name = functionOf(node, source);
    const key = [file, name, kind, squeeze(original), squeeze(mutant)].join(' | ');
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const number = first + mutants.length;
    const isStatic = !isInFunction(node);
    mutants.push({
      number,
      key: times === 1 ? key : `${key} #${times}`,
      file,
      line: line + 1,
      name,
      kind,
      original,
      mutant,
      isStatic,
    });
    return number;
  }

  function emit(node) {
    if (isLeftOut(node, source)) return node.getText(source);
    if (ts.isExpressionStatement(node) && canBeDropped(node, source)) {
      const number = add(node, ['dropped', '']);
      return `$m(${number})?0:(${emit(node.expression)});`;
    }
    const faults = canBeReplaced(node) ? faultsOf(node, source) : [];
    if (ts.isIfStatement(node.parent ?? node) && node.parent.expression === node)
      faults.push(...conditionFaults(node, source));
    const numbers = faults.map((fault) => [add(node, fault), fault[1]]);
    const own = emitChildren(node);
    if (numbers.length === 0) return own;
    return `(${numbers.map(([number, mutant]) => `$m(${number})?(${mutant}):`).join('')}(${own}))`;
  }

  function emitChildren(node) {
    let out = '';
    let at = node.getStart(source);
    ts.forEachChild(node, (child) => {
      const start = child.getStart(source);
      // Inferred nodes, such as a missing type, have no text.
      if (start < at || child.end <= start) return;
      out += text.slice(at, start) + emit(child);
      at = child.end;
    });
    return out + text.slice(at, node.end);
  }

  let out = '';
  let at = 0;
  for (const statement of source.statements) {
    const start = statement.getStart(source);
    out += text.slice(at, start) + emit(statement);
    at = statement.end;
  }
  return { text: out + text.slice(at), mutants };
}

const squeeze = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 200);

/** Returns the name of the function or constant that contains a node. */
function functionOf(node, source) {
  for (let at = node; at; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name) return at.name.getText(source);
    if (ts.isVariableDeclaration(at) && at.parent.parent.parent === source) return at.name.getText(source);
  }
  return '';
}

function isInFunction(node) {
  for (let at = node; at; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

/** True for types, imports, schemas of requests and responses, and new errors with their messages. */
function isLeftOut(node, source) {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isNewExpression(node)) return node.expression.getText(source).endsWith('Error');
  return ts.isCallExpression(node) && /^z\s*\./.test(node.expression.getText(source));
}

/** True if an expression in parentheses can take the place of this node. */
function canBeReplaced(node) {
  const { parent } = node;
  if (!parent) return false;
  if (ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return false;
  if (parent.name === node || ts.isLiteralTypeNode(parent) || ts.isBindingElement(parent)) return false;
  if (ts.isForStatement(parent) || ts.isForOfStatement(parent)) return parent.expression === node;
  // `a?.b.c` must stay a single expression, because parentheses around a part would change what is skipped.
  return !(ts.isOptionalChain(node) && ts.isOptionalChain(parent));
}
