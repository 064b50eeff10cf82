/** The places of TypeScript code, found in its syntax tree. */
import ts from 'typescript';
import { leftOut, negated, operatorChanged, OTHER_OPERATOR, replaced } from './places.mjs';

/** @return the places in the bodies of functions and in what modules compute as they load */
export function tsPlaces(source) {
  const file = ts.createSourceFile('places.ts', source, ts.ScriptTarget.Latest, true);
  const places = [];
  visit(file, file, places);
  return places;
}

function visit(node, file, places) {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
  if (ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node)) return;
  if (ts.isEnumDeclaration(node)) return;
  places.push(...placesAt(node, file));
  ts.forEachChild(node, (child) => {
    const isName = node.name === child && !ts.isPropertyAccessExpression(node);
    if (!isName) visit(child, file, places);
  });
}

function placesAt(node, file) {
  const span = { start: node.getStart(file), end: node.getEnd() };
  const spanOf = (other) => ({ start: other.getStart(file), end: other.getEnd() });
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken;
    const text = operator.getText(file);
    return OTHER_OPERATOR.has(text) ? [operatorChanged(span, operator.getStart(file), text)] : [];
  }
  if (ts.isIfStatement(node)) return [negated(spanOf(node.expression))];
  if (ts.isConditionalExpression(node)) return [negated(spanOf(node.condition))];
  if (ts.isNumericLiteral(node)) {
    return [replaced(span.start, span.end, `${node.text} + 1`, `${node.text} plus 1`)];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) {
    return [replaced(span.start, span.end, 'false', 'true to false')];
  }
  if (node.kind === ts.SyntaxKind.FalseKeyword) {
    return [replaced(span.start, span.end, 'true', 'false to true')];
  }
  if (ts.isContinueStatement(node)) return [leftOut(span)];
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const isSuper =
      ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
    const isEffect =
      (ts.isCallExpression(expression) && !isSuper) ||
      (ts.isBinaryExpression(expression) &&
        expression.operatorToken.kind === ts.SyntaxKind.EqualsToken);
    return isEffect ? [leftOut(span)] : [];
  }
  return [];
}
