import type { Json, JsonObject } from "../../ports/json.ts";
import { PlatformError } from "../../ports/store-platform.ts";
import { isObject } from "../documents/flatten.ts";
import { findFailedPaths } from "../documents/partial-failure.ts";
import { TooCostly } from "../sizing.ts";
import type { HttpResponse, NoResponse } from "./http.ts";
import type { RetryCause } from "./retry-policy.ts";

export type CostReport = {
  requested: number;
  /** State of the bucket; absent if the response doesn't report it. */
  bucket?: { available: number; maximum: number; restoreRate: number };
};

export type Verdict = { cost?: CostReport } & (
  | { kind: "data"; data: JsonObject }
  | { kind: "again"; again: RetryCause }
  | { kind: "unauthorized" }
  | { kind: "failed"; error: PlatformError | TooCostly }
);

/** Errors besides data count: a report must not be built on half a response. */
export const classifyResponse = (answer: HttpResponse | NoResponse): Verdict => {
  if (answer.kind === "lost") return { kind: "again", again: { reason: answer.reason } };
  return classifyStatus(answer) ?? classifyBody(answer.text);
};

/** Classifies a status. Undefined if the body must be read. */
export const classifyStatus = ({ status, retryAfter, text }: HttpResponse): Verdict | undefined => {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401) return { kind: "unauthorized" };
  if (status === 429) return { kind: "again", again: rateLimited(retryAfter) };
  if (status === 430 || status === 408 || status >= 500) return { kind: "again", again: { reason: `HTTP ${status}` } };
  if (status === 403 && scopesIn(text) !== "") return failed(createAccessDeniedError(scopesIn(text)));
  if ([402, 403, 404, 423].includes(status)) return failed(shopUnavailable(`HTTP ${status}`));
  return failed(createUnexpectedAnswerError(`HTTP ${status}`));
};

/** Retry-After has seconds with a fraction ("2.0"). */
const rateLimited = (retryAfter: string | null): RetryCause => {
  const seconds = Number.parseFloat(retryAfter ?? "");
  return Number.isFinite(seconds)
    ? { reason: "HTTP 429", ms: Math.max(0, seconds * 1000), throttled: true }
    : { reason: "HTTP 429" };
};

const classifyBody = (text: string): Verdict => {
  const body = parse(text);
  if (!isObject(body)) return failed(createUnexpectedAnswerError("the answer is not a JSON object"));
  const extensions = isObject(body.extensions) ? body.extensions : {};
  const cost = costOf(extensions.cost);
  const verdict = classifyErrors(toList(body.errors), cost) ?? classifySearchWarnings(toList(extensions.search));
  const settled =
    verdict ??
    (isObject(body.data)
      ? { kind: "data" as const, data: body.data }
      : failed(createUnexpectedAnswerError("there is no data")));
  return cost ? { ...settled, cost } : settled;
};

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text);
  } catch {
    // The body comes from a proxy or a login page: never data. The caller reports it.
    return undefined;
  }
};

/** Errors of a wrong query have no path. */
const isTransient = ({ code, path }: { code: string; path: string }): boolean =>
  code === "INTERNAL_SERVER_ERROR" || code === "TIMEOUT" || (code === "" && path !== "");

const classifyErrors = (errors: readonly Json[], cost: CostReport | undefined): Verdict | undefined => {
  const described = errors.map((error) => {
    const fields = isObject(error) ? error : {};
    const extensions = isObject(fields.extensions) ? fields.extensions : {};
    const required = typeof extensions.requiredAccess === "string" ? extensions.requiredAccess : "";
    const errorPath = toList(fields.path);
    // Without list indexes a path is the same for every order.
    const path = errorPath.filter((name) => typeof name === "string").join(".");
    return {
      code: String(extensions.code ?? ""),
      message: String(fields.message ?? error),
      required,
      errorPath,
      path,
    };
  });
  const first = described[0];
  if (!first) return undefined;
  const coded = (code: string) => described.find((error) => error.code === code);
  if (coded("THROTTLED"))
    return { kind: "again", again: { reason: "THROTTLED", ms: throttledFor(cost), throttled: true } };
  if (coded("MAX_COST_EXCEEDED")) return failed(new TooCostly(coded("MAX_COST_EXCEEDED")?.message));
  const denied = coded("ACCESS_DENIED");
  if (denied) {
    const paths = described.filter(({ code }) => code === "ACCESS_DENIED").map(({ path }) => path);
    const what = scopesIn(`${denied.required} ${denied.message}`) || denied.message;
    return failed(createAccessDeniedError(what, paths.includes("") ? [] : [...new Set(paths)]));
  }
  if (coded("SHOP_INACTIVE")) return failed(shopUnavailable("SHOP_INACTIVE"));
  const ofOrders = described.filter(({ errorPath }) => findFailedPaths([errorPath]) !== undefined);
  const met = ofOrders[0] ?? described.find(isTransient);
  if (met) {
    // An error without a path accompanies those that have one.
    const located = described.filter(({ errorPath }) => errorPath.length > 0);
    const places = located.length > 0 ? findFailedPaths(located.map(({ errorPath }) => errorPath)) : undefined;
    return { kind: "again", again: { reason: met.code || "an error without a code", ...(places && { places }) } };
  }
  return failed(createUnexpectedAnswerError(`${first.code} ${first.message}`.trim()));
};

/** Wait until the bucket can pay, at least one second (P-4.4). */
const throttledFor = (cost: CostReport | undefined): number => {
  const bucket = cost?.bucket;
  if (!bucket || bucket.restoreRate <= 0) return 1000;
  return Math.min(60_000, Math.max(1000, ((cost.requested - bucket.available) / bucket.restoreRate) * 1000));
};

/**
 * Refuses a response with a search warning, as it may hold any orders: a part of the search was ignored. The message is
 * left out of the log: it quotes the search, perhaps a customer's address.
 */
const classifySearchWarnings = (searches: readonly Json[]): Verdict | undefined => {
  for (const search of searches) {
    const warning = isObject(search) ? toList(search.warnings)[0] : undefined;
    if (warning === undefined) continue;
    const { field = "?", code = "?" } = isObject(warning) ? warning : {};
    return failed(
      new PlatformError(
        "search-refused",
        "The store platform did not understand a condition of the filter. Change the filter and try again.",
        `${field}: ${code}`,
      ),
    );
  }
  return undefined;
};

const costOf = (cost: Json | undefined): CostReport | undefined => {
  if (!isObject(cost) || typeof cost.requestedQueryCost !== "number") return undefined;
  const status = isObject(cost.throttleStatus) ? cost.throttleStatus : {};
  const { currentlyAvailable, maximumAvailable, restoreRate } = status;
  const requested = cost.requestedQueryCost;
  if (
    typeof currentlyAvailable !== "number" ||
    typeof maximumAvailable !== "number" ||
    typeof restoreRate !== "number"
  ) {
    return { requested };
  }
  return { requested, bucket: { available: currentlyAvailable, maximum: maximumAvailable, restoreRate } };
};

const toList = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const scopesIn = (text: string): string => [...new Set(text.match(/\b(?:read|write)_[a-z_]+/g) ?? [])].join(", ");

const failed = (error: PlatformError | TooCostly): Verdict => ({ kind: "failed", error });

export const createAccessDeniedError = (scopes: string, paths: readonly string[] = []): PlatformError =>
  new PlatformError(
    "access-denied",
    `The shop hasn't allowed Sheaf to read what this needs (${scopes}). Log in again and approve it.`,
    scopes,
    paths,
  );

const shopUnavailable = (detail: string): PlatformError =>
  new PlatformError(
    "shop-unavailable",
    "The shop is closed, frozen or locked on the store platform. Check the shop's admin.",
    detail,
  );

export const createUnexpectedAnswerError = (detail: string): PlatformError =>
  new PlatformError(
    "unexpected-answer",
    "The store platform sent an answer we don't understand. Try again later.",
    detail,
  );

export const reconnectNeededError = (detail: string): PlatformError =>
  new PlatformError(
    "reconnect-needed",
    "The shop is no longer connected. Log in again through the store platform.",
    detail,
  );
