import type { FieldProblem } from "#domain/core/field-problem.ts";
import type { Actor } from "#domain/core/message.ts";
import { ApiError } from "../api/api-error.ts";

/** A field that was changed in the meantime: by whom, and when (ISO UTC); null where that is not known. */
export type ChangedBy = { field: string; by: Actor | null; at: string | null };

const listIn = (error: ApiError): Record<string, unknown>[] => {
  if (error.details === null) return [];
  try {
    const list: unknown = JSON.parse(error.details);
    return Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
  } catch (cause) {
    // Details in words, not a list: then the message is all there is.
    if (cause instanceof SyntaxError) return [];
    throw cause;
  }
};

/** What a 400 says of single fields; null when it is something else or names none. */
export const fieldProblemsOf = (error: unknown): FieldProblem[] | null => {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const problems = listIn(error).flatMap(({ field, message }) =>
    typeof field === "string" && typeof message === "string" ? [{ field, message }] : [],
  );
  return problems.length === 0 ? null : problems;
};

/** What a 409 says of who changed the fields; null when it is something else. */
export const changesOf = (error: unknown): ChangedBy[] | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return listIn(error).flatMap(({ field, by, at }) =>
    typeof field === "string"
      ? [{ field, by: (by ?? null) as Actor | null, at: typeof at === "string" ? at : null }]
      : [],
  );
};

/** Whether what was to be changed is not there any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
