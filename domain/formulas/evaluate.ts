import type { Argument, CallEnvironment, CellPosition, Environment, FormulaFunction } from "./functions/function.ts";
import { functionByName } from "./functions/function-by-name.ts";
import type { BinaryOperator, FormulaNode } from "./syntax/node.ts";
import { indexOfRow, type Reference } from "./syntax/references.ts";
import { createComparer, toNumber, toText } from "./values/coerce.ts";
import { add, divide, multiply, power, subtract } from "./values/numbers.ts";
import { isError, toErrorValue, toTextValue, type Value } from "./values/value.ts";
import { countSteps, type Spend, stepCosts } from "./work-budget.ts";

/** Reads a column and a data row, both from 0. */
export type Cells = (column: number, row: number) => Value;

type Scope = CallEnvironment & CellPosition & { cells: Cells };

const arithmetic = { "+": add, "-": subtract, "*": multiply, "/": divide, "^": power } as const;

const compared = (operator: Exclude<BinaryOperator, keyof typeof arithmetic | "&">, order: number): boolean => {
  switch (operator) {
    case "=":
      return order === 0;
    case "<>":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
};

const binary = (operator: BinaryOperator, left: Value, right: Value, spend: Spend): Value => {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (operator === "&") {
    const [first, second] = [toText(left), toText(right)];
    if (isError(first)) return first;
    return isError(second) ? second : toTextValue(first + second);
  }
  if (operator in arithmetic) {
    const [first, second] = [toNumber(left), toNumber(right)];
    if (isError(first)) return first;
    if (isError(second)) return second;
    return arithmetic[operator as keyof typeof arithmetic](first.decimal, second.decimal);
  }
  const order = createComparer(left, spend)(right);
  return isError(order) ? order : compared(operator as Parameters<typeof compared>[0], order);
};

const unary = (operator: "+" | "-" | "%", value: Value): Value => {
  if (operator === "+") return value;
  const number = toNumber(value);
  if (isError(number)) return number;
  return operator === "-" ? subtract("0", number.decimal) : divide(number.decimal, "100");
};

const rangeOf = ({ from, to }: Reference, { cells, row, spend }: Scope): Value[][] => {
  const [one, other] = [indexOfRow(from, row), indexOfRow(to, row)];
  const rows: Value[][] = [];
  spend((Math.abs(one - other) + 1) * (to.column - from.column + 1) * stepCosts.cell);
  for (let at = Math.min(one, other); at <= Math.max(one, other); at += 1) {
    const values: Value[] = [];
    for (let column = from.column; column <= to.column; column += 1) values.push(cells(column, at));
    rows.push(values);
  }
  return rows;
};

const spent = (value: Value, { spend }: Scope, character: number): Value => {
  spend(countSteps(value, character));
  return value;
};

/** Spends an argument's steps at once. Beyond the limit none are deducted, so later formulas can use them. */
const allSpent = (rows: Value[][], { spend }: Scope, character: number): Value[][] => {
  let steps = 0;
  for (const values of rows) for (const value of values) steps += countSteps(value, character);
  spend(steps);
  return rows;
};

const argumentOf = (node: FormulaNode, scope: Scope, character: number): Argument => ({
  missing: node.type === "missing",
  isReference: node.type === "cell" || node.type === "range",
  ...((node.type === "cell" || node.type === "range") && { reference: node.reference }),
  value: () => spent(evaluateNode(node, scope), scope, character),
  cells: () =>
    allSpent(node.type === "range" ? rangeOf(node.reference, scope) : [[evaluateNode(node, scope)]], scope, character),
});

const callOf = (known: FormulaFunction, given: readonly FormulaNode[], scope: Scope): Value => {
  const { call = stepCosts.call, character = stepCosts.character } = known.steps ?? {};
  scope.spend(call);
  return known.call(
    given.map((argument) => argumentOf(argument, scope, character)),
    scope,
    scope,
  );
};

const binaryOf = ({ operator, left, right }: Extract<FormulaNode, { type: "binary" }>, scope: Scope): Value => {
  const one = spent(evaluateNode(left, scope), scope, stepCosts.character);
  return binary(operator, one, spent(evaluateNode(right, scope), scope, stepCosts.character), scope.spend);
};

const evaluateNode = (node: FormulaNode, scope: Scope): Value => {
  if (node.type !== "value") scope.spend(stepCosts.node);
  switch (node.type) {
    case "value":
      return node.value;
    case "missing":
      return null;
    case "cell":
      return scope.cells(node.reference.from.column, indexOfRow(node.reference.from, scope.row));
    case "range":
      return toErrorValue("#VALUE!");
    case "unary":
      return unary(node.operator, spent(evaluateNode(node.of, scope), scope, stepCosts.character));
    case "binary":
      return binaryOf(node, scope);
    case "call": {
      const known = functionByName.get(node.name);
      return known ? callOf(known, node.arguments, scope) : null;
    }
  }
};

/** A lone empty cell gives 0, as in Excel. @throws what `spend` throws */
export const evaluate = (
  root: FormulaNode,
  cells: Cells,
  at: CellPosition,
  environment: Environment,
  spend: Spend,
): Exclude<Value, null> => evaluateNode(root, { ...environment, ...at, cells, spend }) ?? { decimal: "0" };
