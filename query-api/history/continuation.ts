import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import type { HistoryCursor } from "#domain/workspace/history/history-page.ts";

const Cursor = z.strictObject({ below: z.int().min(0), standing: z.boolean() });

/** Encodes an opaque position. It holds no secrets, and works only within the same history. */
export const encodeContinuation = (cursor: HistoryCursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString("base64url");

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
};

/** @throws {ApiError} 400: no history page answered this */
export const parseContinuation = (before: string): HistoryCursor => {
  const cursor = Cursor.safeParse(parsed(before));
  if (!cursor.success) throw badRequest("before: this isn't a place in the history. Open the history again.");
  return cursor.data;
};
