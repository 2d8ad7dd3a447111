import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import type { HistoryCursor } from "#domain/workspace/history/history-page.ts";

const Cursor = z.strictObject({ below: z.int().min(0), standing: z.boolean() });

/** Encodes an opaque position. It holds no secrets, and works only within the same history. */
export const encodeContinuation = (place: HistoryCursor): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
};

/** @throws {ApiError} 400: no history page answered this */
export const parseContinuation = (before: string): HistoryCursor => {
  const place = Cursor.safeParse(parsed(before));
  if (!place.success) throw badRequest("before: this isn't a place in the history. Open the history again.");
  return place.data;
};
