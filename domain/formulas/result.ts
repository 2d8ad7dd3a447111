import type { Cell } from "../columns/definition.ts";
import { isError, type Value } from "./value.ts";

/** What a formula came to, as text. */
export const resultText = (result: Exclude<Value, null>): string => {
  if (typeof result === "string") return result;
  if (typeof result === "boolean") return result ? "TRUE" : "FALSE";
  return isError(result) ? result.error : result.decimal;
};

/** What a formula came to, as a cell of a report: a number stays one, so that it has its column's format. */
export const resultCell = (result: Exclude<Value, null>): Cell => {
  if (result === "") return null;
  return typeof result === "object" && "decimal" in result
    ? { kind: "number", decimal: result.decimal }
    : { kind: "text", text: resultText(result) };
};
