import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBuilds } from "#application/read-models/builds.ts";
import { serveReadModels } from "#application/read-models/serve.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createProjectionProcesses, type ProjectionProcesses } from "#tests/support/projection-processes.ts";
import { until } from "#tests/support/until.ts";
import type { Projection } from "../../projections/projection.ts";
import { shops } from "../../projections/read-models/shops.ts";
import type { ProjectionsStatus } from "../../projections/report-status.ts";
import { runProjection } from "../../projections/run-projection.ts";

describe("given read models of an older Sheaf", () => {
  let processes: ProjectionProcesses;
  beforeEach(async () => {
    processes = await createProjectionProcesses();
  });
  afterEach(() => processes.remove());

  /** Builds the list of shops as an older version, releases it, and returns its position. */
  const givenOlder = async (changes: Partial<Projection> = {}) => {
    const { eventStore, readStore, close } = await openStores({
      config: { DATA_DIR: processes.dataDir },
      clock: createSystemClock(),
      readModels: "write",
    });
    const done = new AbortController();
    const position = await eventStore.headPosition();
    await runProjection({
      projection: { ...(shops as unknown as Projection), version: 0, ...changes },
      eventStore,
      readStore,
      upcasters,
      signal: done.signal,
      onParked: ({ reason }) => {
        throw new Error(reason);
      },
      onProgress: (progress) => {
        if (progress.position === position) done.abort();
      },
    });
    await close();
  };
  const live = () => processes.reading(async (readStore) => (await readBuilds(readStore, "shops")).live);
  const shown = () =>
    processes.reading(async (readStore) =>
      (await serveReadModels({ readStore }).find("shops", {})).map(({ document }) => document.shop),
    );

  it.each([
    ["before its first documents", "projection:shops:before-rows", 0],
    ["before its checkpoint", "projection:shops:after-rows-before-checkpoint", 0],
    ["before it goes live", "projection:shops:before-complete", 0],
    ["when it goes live", "projection:shops:after-complete", shops.version],
  ])(
    "when the new version is killed %s, then it continues where it was, and the list is always there",
    async (_when, FAILPOINTS, then) => {
      await processes.install("a");
      await givenOlder();
      expect(await processes.exit(processes.start({ FAILPOINTS }))).toEqual([null, "SIGKILL"]);
      expect([await live(), await shown()]).toEqual([then, ["a-demo"]]);
      const child = processes.start({ FAILPOINTS });
      await processes.message(child, "ready");
      expect([await live(), await shown()]).toEqual([shops.version, ["a-demo"]]);
    },
  );

  it("when some documents can no longer be built, then the old version stays live, with a reason", async () => {
    await processes.install("a");
    await givenOlder();
    // The version of before had no use for this one, and this one cannot read it.
    await processes.install("b", { schema: 99 });
    await givenOlder({ types: [] });
    const child = processes.start();
    const told = await processes.message<{ kind: "trouble"; sentence: string }>(child, "trouble");
    expect(told.sentence).toMatch(
      new RegExp(
        `^Version ${shops.version} of the read models of shops cannot make 1 of its documents, which version 0 has .* Version 0 is still shown\\.`,
      ),
    );
    expect([await live(), await shown()]).toEqual([0, ["a-demo"]]);
  });

  it("when killed before and after it removes the old version, then it removes that after a restart", async () => {
    await processes.install("a");
    await givenOlder();
    const FAILPOINTS = "projection:shops:before-drop,projection:shops:after-drop";
    for (let kills = 0; kills < 2; kills += 1) {
      expect(await processes.exit(processes.start({ FAILPOINTS }))).toEqual([null, "SIGKILL"]);
      expect([await live(), await shown()]).toEqual([shops.version, ["a-demo"]]);
      expect(await processes.reading((readStore) => readStore.count("shops@0"))).toBe(1 - kills);
    }
    processes.start({ FAILPOINTS });
    const left = () => processes.reading(async (readStore) => (await readBuilds(readStore, "shops")).leaving);
    await until("nothing is left to be removed", async () => (await left()).length === 0, { within: 20_000 });
    expect(await shown()).toEqual(["a-demo"]);
  });

  it("when two processes have one version, then one writes, and the other takes over when it ends", async () => {
    const first = processes.start({ PROJECTIONS_HOLDER: "one" });
    await processes.message(first, "ready");
    const fences = () => processes.reading(async (readStore) => (await readBuilds(readStore, "shops")).fence);
    const before = await fences();
    const second = processes.start({ PROJECTIONS_HOLDER: "two" });
    const status = await processes.message<ProjectionsStatus>(second, "status");
    expect(status.projections.map(({ name }) => name)).toContain("shops");
    expect(await processes.shopsAfter(await processes.install("b"))).toEqual(["b-demo"]);
    expect(await fences()).toBe(before);
    first.kill("SIGTERM");
    expect(await processes.exit(first)).toEqual([0, null]);
    expect(await processes.shopsAfter(await processes.install("c"))).toEqual(["b-demo", "c-demo"]);
    expect(await fences()).toBe(before + 1);
  });
});
