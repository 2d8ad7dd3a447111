import type { z } from "zod";
import { type ApiError, badRequest } from "./api-error.ts";
import { toPrintable } from "./limits/hostile-json.ts";

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with named fields",
  record: "an object with named fields",
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown => {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
};

/** Names a field: `Columns, entry 3`; `Entry 3` of a bare list; `UserOrderFilters.order_date_from`. */
const fieldName = (path: readonly PropertyKey[]): string => {
  let name = "";
  for (const key of path)
    if (typeof key === "number") name += name === "" ? `Entry ${key + 1}` : `, entry ${key + 1}`;
    else name += name === "" ? String(key) : `.${String(key)}`;
  return toPrintable(name);
};

const sentence = (issue: z.core.$ZodIssue, input: unknown, whole: string): string => {
  const field = fieldName(issue.path) || whole;
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.slice(0, 5).map(toPrintable).join(", ");
    return `${names} ${issue.keys.length === 1 ? "is not a field" : "are not fields"} of this call. Remove ${issue.keys.length === 1 ? "it" : "them"}.`;
  }
  const found = valueAt(input, issue.path);
  if (found === undefined || (found === null && issue.path.length === 0)) return `${field} is missing.`;
  switch (issue.code) {
    case "invalid_type":
      return `${field} must be ${kinds[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      return `${field} must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}.`;
    case "too_big":
      return `${field} is too ${issue.origin === "string" || issue.origin === "array" ? "long" : "big"}: at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}.`;
    case "too_small":
      return `${field} is too ${issue.origin === "string" || issue.origin === "array" ? "short" : "small"}: at least ${issue.minimum}${issue.origin === "string" ? " characters" : ""}.`;
    default:
      return `${field}: ${issue.message.replace(/\.$/, "")}.`;
  }
};

/**
 * Validates an input. `whole` names it in sentences: 'The body', 'The query'.
 * @throws {ApiError} 400 with one message for a merchant, up to nine more as details
 */
export const validate = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  whole: string,
  wrap: (sentences: string[]) => ApiError = (sentences) =>
    badRequest(sentences[0] ?? "", sentences.slice(1).join(" ") || undefined),
): z.output<Schema> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw wrap(result.error.issues.slice(0, 10).map((issue) => sentence(issue, input, whole)));
};
