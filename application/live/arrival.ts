import { z } from "zod";

/** A new or changed order. */
export type ReportedOrder = {
  /** The platform's order number. */
  id: string;
  kind: "new" | "changed";
  /** The platform's time of the change, ISO. */
  of: string;
};

/** `n`: running number of a shop's reports. `at`: when Sheaf was told, ISO. */
const Arrival = z.object({
  n: z.int(),
  id: z.string(),
  kind: z.enum(["new", "changed"]),
  of: z.string(),
  at: z.string(),
});
export type Arrival = z.infer<typeof Arrival>;

/**
 * State of a watched shop. `until`: end of the watch, ISO wall time. `first`: number before the first arrival of this
 * watch; `last`: number of the last one. `news`: new orders in this watch, including those no longer in `arrivals`; old
 * entries lack it. `seen`: ids of the newest {@link maxSeen} new orders, since `arrivals` keeps fewer; old entries lack
 * them.
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

/** Maximum arrivals kept; the oldest are dropped. */
export const maxArrivals = 200;

/** Maximum new orders remembered, so that a repeated report doesn't count again. */
const maxSeen = 1_000;

/** Returns the state after some reports at an instant. */
export const withReported = (state: WatchState, reported: readonly ReportedOrder[], at: string): WatchState => {
  let { last, news, arrivals, seen } = state;
  for (const one of reported) {
    const same = arrivals.find(({ id, kind }) => id === one.id && kind === one.kind);
    // Repeated or overtaken: an order is new once, and changes once at an instant.
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
