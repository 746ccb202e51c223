/**
 * State that a module keeps for itself, which all that it is used for would share: a variable, and a constant whose content
 * can change. A constant may hold what its type or `as const` says is only read.
 */
import { parseSync } from "oxc-parser";

/** @import { Class, Expression, Program, TSType, VariableDeclaration } from "oxc-parser" */

/**
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function faultsOfState(file, source) {
  const { program } = parseSync(file, source);
  return statesIn(program).map(({ name, at }) => {
    const line = source.slice(0, at).split("\n").length;
    return `${file}:${line} keeps ${name} for the whole module: let an object own it, or type it as Readonly…`;
  });
}

/**
 * @param {Program} program
 * @returns {{ name: string, at: number }[]}
 */
function statesIn({ body }) {
  return body.flatMap((statement) => {
    const declared =
      statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration"
        ? statement.declaration
        : statement;
    if (declared?.type === "VariableDeclaration") {
      return variablesOf(declared);
    }
    return declared?.type === "ClassDeclaration" ? staticsOf(declared) : [];
  });
}

/** @param {VariableDeclaration} declaration */
function variablesOf({ kind, declarations }) {
  return declarations.flatMap(({ id, init, start }) => {
    // Of what is taken apart, only the parts are kept.
    const isKept = id.type === "Identifier" && mayChange(init, id.typeAnnotation?.typeAnnotation);
    const name = id.type === "Identifier" ? id.name : "variables";
    return kind !== "const" || isKept ? [{ name, at: start }] : [];
  });
}

/** @param {Class} declared */
function staticsOf({ body: { body } }) {
  return body.flatMap((member) => {
    if (member.type !== "PropertyDefinition" || !member.static) {
      return [];
    }
    const { key, readonly, value, typeAnnotation, start } = member;
    const name = "name" in key ? String(key.name) : "a static field";
    return !readonly || mayChange(value, typeAnnotation?.typeAnnotation) ? [{ name, at: start }] : [];
  });
}

/**
 * Whether a value is an object whose content can change.
 *
 * @param {Expression | null | undefined} value
 * @param {TSType | undefined} type
 * @returns {boolean}
 */
function mayChange(value, type) {
  if (!value || (type && isReadOnly(type))) {
    return false;
  }
  switch (value.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return !isReadOnly(value.typeAnnotation) && mayChange(value.expression, type);
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
      return mayChange(value.expression, type);
    case "NewExpression":
    case "ArrayExpression":
      return true;
    case "ObjectExpression":
      // A type with a name of its own says itself what can change; an empty object is there to be filled.
      return value.properties.length === 0 || type?.type !== "TSTypeReference" || nameOf(type) === "Record";
    case "CallExpression":
      return makesObject(value.callee);
    default:
      return false;
  }
}

/**
 * Whether a call gives an array or an object that was made for it: of the methods of arrays, of a function that is called where
 * it is written.
 *
 * @param {Expression} callee
 */
function makesObject(callee) {
  if (callee.type === "ParenthesizedExpression") {
    return makesObject(callee.expression);
  }
  if (callee.type === "ArrowFunctionExpression" || callee.type === "FunctionExpression") {
    return true;
  }
  if (callee.type !== "MemberExpression") {
    return false;
  }
  const { object, property } = callee;
  return (
    object.type === "ArrayExpression" ||
    (object.type === "Identifier" && ["Array", "Object", "Promise"].includes(object.name)) ||
    (property.type === "Identifier" && ["map", "filter", "flatMap", "split", "slice"].includes(property.name))
  );
}

/**
 * @param {TSType} type
 * @returns {boolean}
 */
function isReadOnly(type) {
  const name = nameOf(type);
  return type.type === "TSTypeOperator"
    ? type.operator === "readonly"
    : name === "const" || name.startsWith("Readonly");
}

/** @param {TSType} type */
function nameOf(type) {
  return type.type === "TSTypeReference" && type.typeName.type === "Identifier" ? type.typeName.name : "";
}
