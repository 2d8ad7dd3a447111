import type { Value } from "../values/value.ts";
import type { Reference } from "./references.ts";

export type BinaryOperator = "+" | "-" | "*" | "/" | "^" | "&" | "=" | "<" | ">" | "<=" | ">=" | "<>";

/** Syntax tree of a formula that we compute. */
export type FormulaNode =
  | { type: "value"; value: Value }
  /** An omitted argument: `IF(A1,,2)`. */
  | { type: "missing" }
  | { type: "cell"; reference: Reference }
  /** Only where a function accepts several cells. */
  | { type: "range"; reference: Reference }
  | { type: "unary"; operator: "+" | "-" | "%"; of: FormulaNode }
  | { type: "binary"; operator: BinaryOperator; left: FormulaNode; right: FormulaNode }
  | { type: "call"; name: string; arguments: readonly FormulaNode[] };
