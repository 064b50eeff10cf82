/** The places of C++ code, found in its syntax tree. */
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';
import { leftOut, negated, operatorChanged, OTHER_OPERATOR, replaced } from './places.mjs';

await Parser.init();
const parser = new Parser();
parser.setLanguage(
  await Language.load(
    createRequire(import.meta.url).resolve('tree-sitter-cpp/tree-sitter-cpp.wasm'),
  ),
);

/** What the compiler evaluates, where nothing can be chosen when the program runs. */
const OF_THE_COMPILER = new Set([
  'template_argument_list',
  'template_parameter_list',
  'static_assert_declaration',
  'requires_clause',
  'requires_expression',
  'sizeof_expression',
  'decltype',
  'noexcept',
  'enumerator',
  'attribute_declaration',
  'array_declarator',
  'bitfield_clause',
]);

/** @return the places in the bodies of functions */
export function cppPlaces(source) {
  const places = [];
  visit(parser.parse(source).rootNode, false, places);
  return places.filter((place) => place.statement || !hasComment(source, place));
}

/** Lines of it could not be joined. */
const hasComment = (source, { start, end }) => source.slice(start, end).includes('//');

function visit(node, inBody, places) {
  if (OF_THE_COMPILER.has(node.type) || node.type.startsWith('preproc_')) return;
  if (isConstant(node)) return;
  if (inBody) places.push(...placesAt(node));
  const isBody = node.type === 'compound_statement' || node.type === 'field_initializer_list';
  for (const child of node.namedChildren) {
    if (!isForCompiler(child, node)) visit(child, inBody || isBody, places);
  }
}

/** A case's label, the condition of `if constexpr`. */
function isForCompiler(child, parent) {
  const field = { case_statement: 'value', if_statement: 'condition' }[parent.type];
  if (!field || !parent.childForFieldName(field)?.equals(child)) return false;
  return parent.type === 'case_statement' || isIfConstexpr(parent);
}

const isIfConstexpr = (node) => /^if\s+constexpr\b/.test(node.text);

const isConstant = (node) =>
  (node.type === 'function_definition' || node.type === 'declaration') &&
  node.namedChildren.some(
    ({ type, text }) => type === 'type_qualifier' && /^(constexpr|consteval)$/.test(text),
  );

const spanOf = ({ startIndex, endIndex }) => ({ start: startIndex, end: endIndex });

function placesAt(node) {
  switch (node.type) {
    case 'binary_expression':
    case 'assignment_expression': {
      const operator = node.childForFieldName('operator');
      if (!OTHER_OPERATOR.has(operator.text)) return [];
      return [operatorChanged(spanOf(node), operator.startIndex, operator.text)];
    }
    case 'if_statement': {
      if (isIfConstexpr(node)) return [];
      const condition = node.childForFieldName('condition');
      const value = condition.childForFieldName('value');
      if (!value || value.type === 'declaration' || condition.namedChildCount > 1) return [];
      return [negated(spanOf(value))];
    }
    case 'conditional_expression':
      return [negated(spanOf(node.childForFieldName('condition')))];
    case 'number_literal':
      return [replaced(node.startIndex, node.endIndex, `${node.text} + 1`, `${node.text} plus 1`)];
    case 'true':
      return [replaced(node.startIndex, node.endIndex, 'false', 'true to false')];
    case 'false':
      return [replaced(node.startIndex, node.endIndex, 'true', 'false to true')];
    case 'continue_statement':
      return [leftOut(spanOf(node))];
    case 'expression_statement': {
      const [expression] = node.namedChildren;
      const isEffect =
        expression?.type === 'call_expression' ||
        (expression?.type === 'assignment_expression' &&
          expression.childForFieldName('operator').text === '=');
      return isEffect ? [leftOut(spanOf(node))] : [];
    }
    default:
      return [];
  }
}
