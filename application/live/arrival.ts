import { z } from "zod";

/** An order that is new or was changed. `id`: its number; `of`: the platform's instant of that, ISO. */
export type Told = { id: string; kind: "new" | "changed"; of: string };

/** `n`: counts what a shop was told of, one after the other, changes of one order each by itself; `at`: when it was told of, ISO. */
const Arrival = z.object({
  n: z.int(),
  id: z.string(),
  kind: z.enum(["new", "changed"]),
  of: z.string(),
  at: z.string(),
});
export type Arrival = z.infer<typeof Arrival>;

/**
 * What is kept of a shop that somebody looks at. `until`: so long somebody does, ISO wall time; `first`: the number before that of the first arrival
 * since then; `last`: that of the last one; `news`: how many orders were new since then, also those that are not among `arrivals` any more (entries of
 * before this was counted have none).
 */
export const Kept = z.object({
  until: z.string(),
  first: z.int(),
  last: z.int(),
  news: z.int().default(0),
  arrivals: z.array(Arrival),
});
export type Kept = z.infer<typeof Kept>;

/** Of the newest so many are kept. */
export const arrivalsKept = 200;

/** What is kept once more was told at an instant. */
export const withTold = (kept: Kept, told: readonly Told[], at: string): Kept => {
  let { last, news, arrivals } = kept;
  for (const one of told) {
    const same = arrivals.find(({ id, kind }) => id === one.id && kind === one.kind);
    // It was sent again, or another one overtook it: an order is new once, and has changed once at an instant.
    if (same && (one.kind === "new" || same.of >= one.of)) continue;
    last += 1;
    if (one.kind === "new") news += 1;
    arrivals = [...arrivals.filter((other) => other !== same), { n: last, ...one, at }];
  }
  return { ...kept, last, news, arrivals: arrivals.slice(-arrivalsKept) };
};
