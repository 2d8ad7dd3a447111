/** The errors that a cell shows. */
export type ErrorCode = "#DIV/0!" | "#N/A" | "#NAME?" | "#NUM!" | "#REF!" | "#VALUE!";

export type NumberValue = { decimal: string };
export type ErrorValue = { error: ErrorCode };

/** What a cell holds for a formula: nothing, text, a truth value, a number as canonical decimal text of at most 15 digits, an error. */
export type Value = null | string | boolean | NumberValue | ErrorValue;

/** A cell that the platform failed to give (ADR 107), with its words. No formula gets a value from it. */
export type Unread = { unread: string };
/** The outcome of a formula. */
export type Result = Exclude<Value, null> | Unread;

export const isUnread = (value: Value | Unread | undefined): value is Unread =>
  typeof value === "object" && value !== null && "unread" in value;
export const isError = (value: unknown): value is ErrorValue =>
  typeof value === "object" && value !== null && "error" in value;
export const isNumber = (value: Value): value is NumberValue =>
  typeof value === "object" && value !== null && "decimal" in value;

export const errorOf = (error: ErrorCode): ErrorValue => ({ error });

/** Characters that a cell takes; text that grows beyond is an error in Excel too. */
export const longestText = 32_767;

/** A text as a result. */
export const textOf = (text: string): Value => (text.length > longestText ? errorOf("#VALUE!") : text);
