export type ErrorCode = "#DIV/0!" | "#N/A" | "#NAME?" | "#NUM!" | "#REF!" | "#VALUE!";

export type NumberValue = { decimal: string };
export type ErrorValue = { error: ErrorCode };

/** A formula's value. Numbers are canonical decimal text of at most 15 digits. */
export type Value = null | string | boolean | NumberValue | ErrorValue;

/** Text of a cell that the platform failed to return (ADR 107). */
export type Unread = { unread: string };
export type Result = Exclude<Value, null> | Unread;

export const isUnread = (value: Value | Unread | undefined): value is Unread =>
  typeof value === "object" && value !== null && "unread" in value;
export const isError = (value: unknown): value is ErrorValue =>
  typeof value === "object" && value !== null && "error" in value;
export const isNumber = (value: Value): value is NumberValue =>
  typeof value === "object" && value !== null && "decimal" in value;

export const toErrorValue = (error: ErrorCode): ErrorValue => ({ error });

/** Excel's limit; longer text is an error there too. */
export const maxCellTextLength = 32_767;

/** Returns `#VALUE!` if the text is too long. */
export const toTextValue = (text: string): Value => (text.length > maxCellTextLength ? toErrorValue("#VALUE!") : text);
