import type { Route } from "./route.ts";
import { refusalStatus } from "./to-http.ts";

export const refusalMeanings: Readonly<Record<number, string>> = {
  400: "The request is malformed. Where it is about fields, ErrorDetails is JSON: [{field, message}].",
  401: "The token is no longer valid, or the shop has to connect to its platform again. Log in again.",
  402: "A charge waits for the merchant's approval. Log in again.",
  403: "This isn't allowed now. ErrorMessage says what is missing.",
  404: "Nothing in the shop has this id, or it no longer exists.",
  409: "Others have changed the same fields since you loaded them. ErrorDetails is JSON: [{field, by, at, current, wanted}].",
  413: "The body is too large. ErrorMessage says how large it can be.",
  415: "The body must be JSON in UTF-8, and not compressed.",
  421: "Another web process answers this call. This happens only behind a proxy that divides calls among several.",
  429: "Too many requests at once or within an hour. Retry-After says when to try again.",
};

/** A call's statuses from 400 to 499, ascending: by its own rules, access, method and platform calls. */
export const listRefusals = ({ access, method, asksPlatform, refuses }: Route): number[] => {
  const statuses = new Set([400, 421, 429, ...refuses.map((code) => refusalStatus[code])]);
  // 403 comes from the gates and from calls closed to support tokens.
  if (access !== "anonymous") for (const status of [401, 403]) statuses.add(status);
  if (access === "shop") statuses.add(402);
  if (asksPlatform) statuses.add(401);
  if (method !== "GET") for (const status of [413, 415]) statuses.add(status);
  return [...statuses].filter((status) => status >= 400).sort((one, other) => one - other);
};
