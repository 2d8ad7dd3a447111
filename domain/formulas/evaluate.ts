import { compareValues, toNumber, toText } from "./coerce.ts";
import type { Argument, Environment, Place } from "./functions/function.ts";
import { functionByName } from "./functions/function-table.ts";
import type { BinaryOperator, Node } from "./node.ts";
import { add, divide, multiply, power, subtract } from "./numbers.ts";
import { indexOfRow, type Reference } from "./references.ts";
import { errorOf, isError, textOf, type Value } from "./value.ts";

/** What a formula in one row sees of the worksheet: the value at a column and a row of data, both from 0. */
export type Cells = (column: number, row: number) => Value;

type Scope = Environment & Place & { cells: Cells };

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

const binary = (operator: BinaryOperator, left: Value, right: Value): Value => {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (operator === "&") {
    const [first, second] = [toText(left), toText(right)];
    if (isError(first)) return first;
    return isError(second) ? second : textOf(first + second);
  }
  if (operator in arithmetic) {
    const [first, second] = [toNumber(left), toNumber(right)];
    if (isError(first)) return first;
    if (isError(second)) return second;
    return arithmetic[operator as keyof typeof arithmetic](first.decimal, second.decimal);
  }
  const order = compareValues(left, right);
  return isError(order) ? order : compared(operator as Parameters<typeof compared>[0], order);
};

const unary = (operator: "+" | "-" | "%", value: Value): Value => {
  if (operator === "+") return value;
  const number = toNumber(value);
  if (isError(number)) return number;
  return operator === "-" ? subtract("0", number.decimal) : divide(number.decimal, "100");
};

const rangeOf = ({ from, to }: Reference, { cells, row }: Scope): Value[][] => {
  const [one, other] = [indexOfRow(from, row), indexOfRow(to, row)];
  const rows: Value[][] = [];
  for (let at = Math.min(one, other); at <= Math.max(one, other); at += 1) {
    const values: Value[] = [];
    for (let column = from.column; column <= to.column; column += 1) values.push(cells(column, at));
    rows.push(values);
  }
  return rows;
};

const argumentOf = (node: Node, scope: Scope): Argument => ({
  missing: node.type === "missing",
  isReference: node.type === "cell" || node.type === "range",
  ...((node.type === "cell" || node.type === "range") && { reference: node.reference }),
  value: () => resultOf(node, scope),
  cells: () => (node.type === "range" ? rangeOf(node.reference, scope) : [[resultOf(node, scope)]]),
});

const resultOf = (node: Node, scope: Scope): Value => {
  switch (node.type) {
    case "value":
      return node.value;
    case "missing":
      return null;
    case "cell":
      return scope.cells(node.reference.from.column, indexOfRow(node.reference.from, scope.row));
    case "range":
      return errorOf("#VALUE!");
    case "unary":
      return unary(node.operator, resultOf(node.of, scope));
    case "binary":
      return binary(node.operator, resultOf(node.left, scope), resultOf(node.right, scope));
    case "call":
      return (
        functionByName.get(node.name)?.call(
          node.arguments.map((argument) => argumentOf(argument, scope)),
          scope,
          scope,
        ) ?? null
      );
  }
};

/** What a formula comes to where it stands; an empty cell alone is 0, as in Excel. */
export const evaluate = (root: Node, cells: Cells, at: Place, environment: Environment): Exclude<Value, null> =>
  resultOf(root, { ...environment, ...at, cells }) ?? { decimal: "0" };
