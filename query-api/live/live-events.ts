import { z } from "zod";
import { LiveArrivals } from "#domain/wire/live.ts";
import { eventsRoute, type Route } from "#infra/app/http/route.ts";
import type { Kept } from "#infra/app/live/arrival.ts";
import type { QueryApiDeps } from "../deps.ts";

/** So often it is said anew that somebody looks, ms. */
const watchEvery = 10 * 60_000;

/** What somebody has not heard of, who has heard of all up to `after`. */
const unheard = ({ first, arrivals }: Kept, after: number): LiveArrivals => {
  const fresh = arrivals.filter(({ n }) => n > after);
  // Whoever listened before that was kept, or listens for the first time, has missed nothing of it.
  const missed = after < first || fresh[0] === undefined ? 0 : fresh[0].n - after - 1;
  return {
    Orders: fresh.map(({ id, kind, at }) => ({ Id: id, Kind: kind, At: at })),
    Missed: Math.max(0, missed),
  };
};

/**
 * Orders that the platform tells of, as they come (ADR 94). Who says what they heard last is told what came since; who does not, what is still kept, so
 * that nothing is lost between a table and this. They are those of the whole shop, whatever a page shows of them.
 */
export const liveEventsRoute = ({ arrivals }: Pick<QueryApiDeps, "arrivals">): Route =>
  eventsRoute({
    path: "reportData/live-events",
    summary: "Orders that are new or were changed, told as they come",
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,16}$/, "must be the id of an event")
        .optional(),
    }),
    data: LiveArrivals,
    events: async ({ after }, { caller: { tenant } }, stream) => {
      await arrivals.watch(tenant);
      let heard = Number(after ?? 0);
      const tell = (kept: Kept): void => {
        const news = unheard(kept, heard);
        heard = Math.max(heard, kept.last);
        if (news.Orders.length > 0) stream.send("orders", news, String(heard));
      };
      const watching = setInterval(() => void arrivals.watch(tenant), watchEvery);
      watching.unref();
      let unfollow: (() => void) | undefined;
      return {
        begin() {
          stream.send("open", { After: String(heard) });
          unfollow = arrivals.follow(tenant, tell);
        },
        stop() {
          clearInterval(watching);
          unfollow?.();
        },
      };
    },
  });
