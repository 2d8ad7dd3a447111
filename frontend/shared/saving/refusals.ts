import type { FieldProblem } from "#domain/core/field-problem.ts";
import type { Actor } from "#domain/core/message.ts";
import { ApiError } from "../api/api-error.ts";

/** A changed field, with author and time (ISO UTC); null if unknown. */
export type ChangedBy = { field: string; by: Actor | null; at: string | null };

const listIn = (error: ApiError): Record<string, unknown>[] => {
  if (error.details === null) return [];
  try {
    const list: unknown = JSON.parse(error.details);
    return Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
  } catch (cause) {
    // Details are text, not a list; only the message is left.
    if (cause instanceof SyntaxError) return [];
    throw cause;
  }
};

/** A 400's problems with single fields; null for other errors, or if it names no field. */
export const parseFieldProblems = (error: unknown): FieldProblem[] | null => {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const problems = listIn(error).flatMap(({ field, message }) =>
    typeof field === "string" && typeof message === "string" ? [{ field, message }] : [],
  );
  return problems.length === 0 ? null : problems;
};

/** Returns the conflicting fields of a 409, with who changed each and when; null for other errors. */
export const parseChanges = (error: unknown): ChangedBy[] | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return listIn(error).flatMap(({ field, by, at }) =>
    typeof field === "string"
      ? [{ field, by: (by ?? null) as Actor | null, at: typeof at === "string" ? at : null }]
      : [],
  );
};

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
