import { afterEach, beforeEach, expect, it } from "vitest";
import { behindAfter, lowDiskSpaceBytes } from "#domain/console/alerts.ts";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { type HealthChecks, watchHealthChecks } from "./health-checks.ts";

let clock: FakeClock;
let stop: AbortController;
let world: { head: string; upTo: string; room: number; broken: boolean };
let measures: HealthChecks;
beforeEach(async () => {
  clock = createFakeClock("2026-11-20T12:00:00.000Z");
  stop = new AbortController();
  world = { head: "5", upTo: "5", room: 2 * lowDiskSpaceBytes, broken: false };
  measures = watchHealthChecks({
    eventStore: { headPosition: async () => world.head },
    readModels: { hasSeen: async (_name, position) => world.upTo >= position },
    names: ["exports"],
    isRelayedTo: async (position) => world.upTo >= position,
    disks: {
      data: async () => {
        if (world.broken) throw new Error("EIO");
        return world.room;
      },
    },
    clock,
    signal: stop.signal,
    intervalMs: 3_600_000,
  });
  await measures.check();
});
afterEach(() => stop.abort());

const states = () => measures.read().map(({ id, state, since }) => [id, state, since]);

it("reports that all is well when everything is up to date and no disk is low", () => {
  expect(states()).toEqual([
    ["read model:exports", "well", null],
    ["relay:messages to Kafka", "well", null],
    ["disk:data", "well", null],
  ]);
});

it("reports a lag since the first unprocessed event was seen, until it is processed", async () => {
  world.head = "6";
  await measures.check();
  clock.advance(behindAfter - 1);
  await measures.check();
  expect(states()[0]).toEqual(["read model:exports", "well", null]);
  clock.advance(1);
  await measures.check();
  expect(states().slice(0, 2)).toEqual([
    ["read model:exports", "behind", "2026-11-20T12:00:00.000Z"],
    ["relay:messages to Kafka", "behind", "2026-11-20T12:00:00.000Z"],
  ]);
  world.upTo = "6";
  await measures.check();
  expect(states()[0]).toEqual(["read model:exports", "well", null]);
});

it("reports since when a disk is low, and keeps its last known state if it stops answering", async () => {
  world.room = lowDiskSpaceBytes - 1;
  await measures.check();
  clock.advance(60_000);
  world.broken = true;
  await measures.check();
  expect(states()[2]).toEqual(["disk:data", "low", "2026-11-20T12:00:00.000Z"]);
  world.broken = false;
  world.room = lowDiskSpaceBytes;
  await measures.check();
  expect(states()[2]).toEqual(["disk:data", "well", null]);
});
