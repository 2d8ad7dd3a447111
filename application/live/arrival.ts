import { z } from "zod";

export type ReportedOrder = {
  /** Order number at the platform. */
  id: string;
  kind: "new" | "changed";
  /** Time of the change at the platform, ISO. */
  of: string;
};

/** A report. `n`: running number within a shop. `at`: time of the report, ISO. */
const Arrival = z.object({
  n: z.int(),
  id: z.string(),
  kind: z.enum(["new", "changed"]),
  of: z.string(),
  at: z.string(),
});
export type Arrival = z.infer<typeof Arrival>;

/**
 * State of a watched shop. `until`: end of the watch, ISO wall time. `first`: number before this watch's first arrival.
 * `last`: number of the last one. `news`: new orders in this watch, also those dropped from `arrivals`. `seen`: ids of
 * the newest {@link maxSeen} new orders. Old entries lack `news` and `seen`.
 */
export const WatchState = z.object({
  until: z.string(),
  first: z.int(),
  last: z.int(),
  news: z.int().default(0),
  arrivals: z.array(Arrival),
  seen: z.array(z.string()).default([]),
});
export type WatchState = z.infer<typeof WatchState>;

/** Maximum number of arrivals kept; the oldest are dropped. */
export const maxArrivals = 200;

/** Number of new orders remembered, so that a repeated report of one isn't counted twice. */
const maxSeen = 1_000;

/** State after some reports at an instant. */
export const withReported = (state: WatchState, reported: readonly ReportedOrder[], at: string): WatchState => {
  let { last, news, arrivals, seen } = state;
  for (const one of reported) {
    const same = arrivals.find(({ id, kind }) => id === one.id && kind === one.kind);
    // An order is new once, and changes once at an instant.
    if (one.kind === "new" ? same || seen.includes(one.id) : same && same.of >= one.of) continue;
    last += 1;
    if (one.kind === "new") {
      news += 1;
      seen = [...seen.slice(1 - maxSeen), one.id];
    }
    arrivals = [...arrivals.filter((other) => other !== same), { n: last, ...one, at }];
  }
  return { ...state, last, news, arrivals: arrivals.slice(-maxArrivals), seen };
};
