import type { Value } from "../values/value.ts";
import type { Reference } from "./references.ts";

export type BinaryOperator = "+" | "-" | "*" | "/" | "^" | "&" | "=" | "<" | ">" | "<=" | ">=" | "<>";

/** A formula that we compute, as a tree. */
export type Node =
  | { type: "value"; value: Value }
  /** An argument that is left out: `IF(A1,,2)`. */
  | { type: "missing" }
  /** One cell. */
  | { type: "cell"; reference: Reference }
  /** Several; only where a function takes them. */
  | { type: "range"; reference: Reference }
  | { type: "unary"; operator: "+" | "-" | "%"; of: Node }
  | { type: "binary"; operator: BinaryOperator; left: Node; right: Node }
  | { type: "call"; name: string; arguments: readonly Node[] };
