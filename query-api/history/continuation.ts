import { z } from "zod";
import { invalid } from "#application/http/api-error.ts";
import type { HistoryPlace } from "#domain/workspace/history/history-page.ts";

const Place = z.strictObject({ below: z.int().min(0), standing: z.boolean() });

/** Opaque position in a history. It holds no secrets, and works only within the same history. */
export const continuation = (place: HistoryPlace): string => Buffer.from(JSON.stringify(place)).toString("base64url");

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
};

/** @throws {ApiError} 400: not a value that a history page answered */
export const placeOf = (before: string): HistoryPlace => {
  const place = Place.safeParse(parsed(before));
  if (!place.success) throw invalid("before: this is not where a history goes on. Open the history again.");
  return place.data;
};
