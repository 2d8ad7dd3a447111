import { expect, it } from "vitest";
import { stopChildren } from "./stop-children.ts";

it("projections are stopped once web has ended, and all others at once", async () => {
  const told: string[] = [];
  const webEnds = Promise.withResolvers<void>();
  const child = (name: string, ends: Promise<void> = Promise.resolve()) => ({
    name,
    stopTimeoutMs: undefined,
    stop: async () => {
      told.push(name);
      await ends;
    },
  });
  const children = [child("projections"), child("workers"), child("web", webEnds.promise), child("exporter")];

  const stopped = stopChildren(children, { signal: "SIGTERM", drainMs: 3_000 });
  expect(told.toSorted()).toEqual(["exporter", "web", "workers"]);
  webEnds.resolve();
  await stopped;
  expect(told.at(-1)).toBe("projections");
});

it("each process has its own timeout to end, in addition to draining", async () => {
  const times = new Map<string, number>();
  const child = (name: string, stopTimeoutMs?: number) => ({
    name,
    stopTimeoutMs,
    stop: async (ms: number) => void times.set(name, ms),
  });
  await stopChildren([child("workers", 18_000), child("web")], { signal: "SIGINT", drainMs: 1_000 });
  expect(Object.fromEntries(times)).toEqual({ workers: 19_000, web: 5_000 });
});
