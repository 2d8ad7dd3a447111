import { fileKeptDays } from "#domain/retention/retention.ts";
import type { ApiErrorFields } from "../http/api-error.ts";

/**
 * All limits on admission: what is limited, per whom, how much, and the text of the refusal (ADR 35). Each process
 * counts for itself. Only `stored` is counted for all processes together.
 */

const tooMany = (message: string, retryAfter?: number): ApiErrorFields => ({
  status: 429,
  code: "too-many",
  message,
  ...(retryAfter === undefined ? {} : { headers: { "retry-after": String(retryAfter) } }),
});
const busy = (message: string, retryAfter: number): ApiErrorFields => ({
  ...tooMany(message, retryAfter),
  status: 503,
  code: "busy",
});

/** Amount that refills over time. The refusal continues with "Try again in …", and has its Retry-After. */
export type Rate = {
  amount: number;
  withinMs: number;
  /** True if all of it comes back at once, `withinMs` after the first was spent. Otherwise it refills evenly. */
  atOnce: boolean;
  refusal: ApiErrorFields;
  /** For browsers: a plain sentence instead of the envelope. */
  asText?: boolean;
};

const perMinute = (amount: number, message: string, asText = false): Rate => ({
  amount,
  withinMs: 60_000,
  atOnce: true,
  refusal: tooMany(message),
  asText,
});
const perHour = (amount: number, message: string): Rate => ({
  amount,
  withinMs: 3_600_000,
  atOnce: false,
  refusal: tooMany(message),
});

/**
 * Requests of callers without a valid token, per IP address. They suffice for an office behind one address, and are few
 * enough to withstand many addresses.
 */
export const requestRates = {
  /** Ample for people, too few to guess passwords. */
  logIns: perMinute(60, "There were too many logins from your address."),
  /** Other calls without a token, including those of unknown URLs. */
  calls: perMinute(600, "There were too many requests from your address."),
  /** Calls with an invalid token; valid ones never count. */
  tokens: perMinute(300, "There were too many requests without a valid login from your address."),
  files: perMinute(300, "Too many files were requested from your address.", true),
  /** One person's first visit takes about a hundred. */
  pages: perMinute(3_000, "There were too many requests from your address.", true),
  /** Only refused webhooks count, because forged ones may come from the platform's addresses. */
  webhooks: perMinute(60, "There were too many refused webhooks from your address."),
};

/** Hourly limits of what a shop stores or causes, far above what people do. Bytes are characters of JSON. */
export const hourlyBudgets = {
  exports: perHour(600, "Your shop has requested too many reports within an hour."),
  /** Bytes of frozen inputs, which stay for weeks after their reports. */
  inputs: perHour(
    50_000_000,
    "Your shop has requested too many reports with many chosen orders or long filters within an hour.",
  ),
  /** Bytes of events and of personal values in the vault. They are kept forever, so that history can be restored. */
  changes: perHour(50_000_000, "Your shop has made too many changes within an hour."),
  /** Test runs, and test buttons' calls to other people's servers. */
  tests: perHour(120, "Your shop has made too many tests within an hour."),
};

/** Amount that is held until its holder leaves. */
export type PlaceLimit = {
  per: "address" | "shop";
  perOwner: number;
  /** When it is used up, owners with the most lose their oldest place to those with less, if it can be lost. */
  inAll?: number;
  /** Permits to run; the other places wait in order. */
  running?: number;
  /** True if an owner's new request evicts the owner's oldest place that hasn't asked for its permit. */
  evictsOwn?: boolean;
};
export type RequestLimit = PlaceLimit & { refusal: ApiErrorFields };

const megabyte = 1_048_576;

const bodies = (per: PlaceLimit["per"], megabytes: { perOwner: number; inAll: number }): RequestLimit => ({
  per,
  perOwner: megabytes.perOwner * megabyte,
  inAll: megabytes.inAll * megabyte,
  refusal: busy("The server is receiving too much at once. Try again in a moment.", 5),
});
const queue = ({ running, waiting }: { running: number; waiting: number }) => ({
  per: "shop" as const,
  running,
  perOwner: running + waiting,
  evictsOwn: true,
  refusal: busy("Your shop is sending too many requests at once. Try again in a moment.", 2),
});

export const places = {
  /** Each takes memory and a file handle, and one more for the file it receives. Refused ones are cut. */
  connections: { per: "address", perOwner: 2_000, inAll: 2_000 },
  /** Strangers have their own share, so they cannot block valid callers. */
  strangersBodies: bodies("address", { perOwner: 1, inAll: 16 }),
  callersBodies: bodies("shop", { perOwner: 32, inAll: 128 }),
  /** Thousands of webhooks from each of the platform's few addresses. */
  webhookBodies: bodies("address", { perOwner: 16, inAll: 64 }),
  /** CPU work delays other shops, so few calls run. */
  calls: queue({ running: 4, waiting: 200 }),
  /** Calls that wait for the platform delay nobody and queue apart. */
  platformCalls: queue({ running: 16, waiting: 100 }),
  webhooks: queue({ running: 4, waiting: 200 }),
  liveStreams: {
    per: "shop",
    perOwner: 50,
    inAll: 1_000,
    refusal: tooMany("Your shop has too many live pages open. Close one, or wait a moment.", 30),
    refusalInAll: busy("The server is busy. Try again in a moment.", 30),
  },
} as const;

const maxWaiting = 20;

/** Per shop, counted in the state store for all processes together. */
export const stored = {
  /** Manual and automated exports each (D-5). */
  waitingExports: {
    amount: maxWaiting,
    refusal: tooMany(`${maxWaiting} reports are already waiting. Wait for one to finish, or cancel one.`, 10),
  },
  /** Bytes of report files: `SHOP_FILES_MAX_MB` (ADR 46). The refusal continues with when to try again. */
  files: (most: string) =>
    tooMany(`Your shop's report files take up more than ${most}, and each is kept for ${fileKeptDays.manual} days.`),
  /** A quarter of it. */
  filesOfHour: (most: string) => tooMany(`The report files your shop made within this hour take up more than ${most}.`),
};

/** A refusal until some time has passed, s. */
export const refuseUntil = (refusal: ApiErrorFields, when: string, seconds: number): ApiErrorFields => ({
  ...refusal,
  message: `${refusal.message} Try again in ${when}`,
  headers: { "retry-after": String(seconds) },
});
