import { incomplete, incompleteCell, unreadCell } from "../../columns/cells/unread-cell.ts";
import type { Cell } from "../../columns/definition.ts";
import { isError, isUnread, type Result } from "./value.ts";

/** Returns a result as text. */
export const formatResult = (result: Result): string => {
  if (typeof result === "string") return result;
  if (typeof result === "boolean") return result ? "TRUE" : "FALSE";
  if (isUnread(result)) return result.unread;
  return isError(result) ? result.error : result.decimal;
};

/** Converts a result to a report cell. Numbers stay numbers, for the column's format. */
export const resultCell = (result: Result): Cell => {
  if (isUnread(result)) return result.unread === incomplete ? incompleteCell : unreadCell;
  if (result === "") return null;
  if (typeof result === "string") return { kind: "text", text: result };
  if (typeof result === "boolean") return { kind: "text", text: formatResult(result), result: "boolean" };
  return isError(result)
    ? { kind: "text", text: result.error, result: "error" }
    : { kind: "number", decimal: result.decimal };
};
