import { z } from "zod";
import { LiveArrivals } from "#domain/wire/live.ts";
import { eventsRoute, type Route } from "#infra/app/http/route.ts";
import type { Kept } from "#infra/app/live/arrival.ts";
import type { QueryApiDeps } from "../deps.ts";

/** So often it is said anew that somebody looks, ms. */
const watchEvery = 10 * 60_000;

/**
 * How far somebody has heard: the number of what they heard of last, and how many orders had been new by then (undefined where it was told before these
 * were counted). As text it is the id of an event.
 */
type Place = { n: number; news: number | undefined };
const placeOf = (id: string): Place => {
  const [n = 0, news] = id.split("-").map(Number);
  return { n, news };
};
const idOf = ({ n, news }: Place): string => (news === undefined ? `${n}` : `${n}-${news}`);

/** What somebody has not heard of. */
const unheard = ({ first, news, arrivals }: Kept, heard: Place): LiveArrivals => {
  const fresh = arrivals.filter(({ n }) => n > heard.n);
  const told = fresh.filter(({ kind }) => kind === "new").length;
  // Whoever listened before that was kept, or listens for the first time, has missed nothing of it.
  const missed = heard.n < first || heard.news === undefined ? 0 : news - heard.news - told;
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
        .regex(/^\d{1,16}(-\d{1,16})?$/, "must be the id of an event")
        .optional(),
    }),
    data: LiveArrivals,
    events: async ({ after }, { caller: { tenant } }, stream) => {
      await arrivals.watch(tenant);
      let heard = placeOf(after ?? "0");
      const tell = (kept: Kept): void => {
        const told = unheard(kept, heard);
        if (kept.last > heard.n) heard = { n: kept.last, news: kept.news };
        if (told.Orders.length > 0) stream.send("orders", told, idOf(heard));
      };
      const watching = setInterval(() => void arrivals.watch(tenant), watchEvery);
      watching.unref();
      let unfollow: (() => void) | undefined;
      return {
        begin() {
          stream.send("open", { After: idOf(heard) });
          unfollow = arrivals.follow(tenant, tell);
        },
        stop() {
          clearInterval(watching);
          unfollow?.();
        },
      };
    },
  });
