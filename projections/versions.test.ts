import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBuild, isComplete, readBuilds } from "#application/read-models/builds.ts";
import { serveReadModels } from "#application/read-models/serve.ts";
import type { PositionedChange, ReadStore } from "#infra/ports/stores/read-store.ts";
import {
  adapters,
  counting,
  countingAs,
  createRunners,
  type Runners,
  type Stores,
  shortLease,
} from "#tests/support/projection-runners.ts";
import { until } from "#tests/support/until.ts";
import { abandonedAfter } from "./hold-build.ts";
import type { RunProjectionOptions } from "./run-projection.ts";

const streams = Array.from({ length: 41 }, (_, n) => `export-${n}`);

describe.each(Object.entries(adapters))("versions of a projection on the %s stores", (_name, open) => {
  let stores: Stores;
  let runners: Runners;
  let endsOfWatches: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    stores = await open();
    runners = createRunners(stores);
  });
  afterEach(async () => {
    await runners.halt();
    // A failed test leaves its readers running; stores must not close under them.
    await Promise.allSettled(endsOfWatches.map((end) => end()));
    endsOfWatches = [];
    await stores.close();
  });

  const builds = () => readBuilds(stores.readStore, "counts");
  const live = async () => (await builds()).live;
  const isLive = (version: number) => until(`version ${version} is live`, async () => (await live()) === version);
  const versionsLeft = async () => {
    const { builds: there, leaving } = await builds();
    return [...there.map(({ version }) => version), ...leaving.map(({ version }) => -version)].toSorted();
  };
  const isDropped = (version: number) =>
    until(`version ${version} is dropped`, async () => {
      const { leaving } = await builds();
      const documents = await stores.readStore.count(`counts@${version}`);
      const known = (await stores.readStore.checkpoints()).has(`counts@${version}`);
      return leaving.length === 0 && documents === 0 && !known;
    });
  /** A store whose writes wait at a gate, like those of a slow or stopped process. */
  const gated = () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const attempted: PositionedChange[][] = [];
    const readStore: ReadStore = {
      ...stores.readStore,
      apply: async (changes, options) => {
        attempted.push([...changes]);
        await opened;
        return stores.readStore.apply(changes, options);
      },
    };
    return { readStore, open, attempted };
  };
  /** Watches a reader continuously. Returns all inconsistencies that it saw. */
  const watchReader = (readModels = runners.reader(), least = streams.length) => {
    let watching = true;
    const wrong: string[] = [];
    let reads = 0;
    const done = (async () => {
      while (watching) {
        const found = await readModels.find("counts", {});
        const one = await readModels.get("counts", "export-0");
        if (found.length < least) wrong.push(`a list of ${found.length}`);
        if (!one) wrong.push("no export-0");
        if ((await readModels.count("counts")) < least) wrong.push("a count too low");
        reads += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    done.catch(() => undefined);
    const end = () => {
      watching = false;
      return done;
    };
    endsOfWatches.push(end);
    return async () => {
      await end();
      expect(reads).toBeGreaterThan(10);
      return [...new Set(wrong)];
    };
  };
  const givenFirst = async (options: Partial<RunProjectionOptions> = {}) => {
    for (const stream of streams) await runners.append(stream, "w", "w");
    const first = runners.start(options);
    await isLive(1);
    return first;
  };

  it("the old version is served in full until the new one is complete, and then removed", async () => {
    const first = await givenFirst();
    await runners.halt([first]);
    const seen = watchReader();
    runners.start({}, countingAs(2));
    await isLive(2);
    await isDropped(1);
    expect(await versionsLeft()).toEqual([2]);
    await until("readers have it", async () => (await runners.rows())["export-0"]?.madeBy === 2);
    expect(await seen()).toEqual([]);
    expect(Object.keys(await runners.rows())).toHaveLength(41);
  });

  it("only one of two runners of a version writes, and the other takes over when it stops", async () => {
    for (const stream of streams) await runners.append(stream, "w");
    const written: number[] = [];
    const writing = (n: number): Partial<RunProjectionOptions> => ({
      readStore: {
        ...stores.readStore,
        apply: (changes, options) => {
          written.push(n);
          return stores.readStore.apply(changes, options);
        },
      },
    });
    const standby: unknown[] = [];
    const one = runners.start(writing(1));
    await isLive(1);
    runners.start({ ...writing(2), onProgress: (progress) => standby.push(progress) });
    await until("the other one stands by", () => standby.length > 0);
    await runners.hasSeen(await runners.append("export-0", "w"));
    expect(new Set(written)).toEqual(new Set([1]));
    await runners.halt([one]);
    expect(await runners.hasSeen(await runners.append("export-0", "w"))).toBe(true);
    expect(written.at(-1)).toBe(2);
    expect(Object.keys(await runners.rows())).toHaveLength(41);
    expect((await runners.rows())["export-0"]).toEqual({ tenant: "t", events: 3 });
  });

  it("two versions with two runners each, started at the same time, end with all documents", async () => {
    for (const stream of streams) await runners.append(stream, "w");
    const old = [runners.start(), runners.start()];
    runners.start({}, countingAs(2));
    runners.start({}, countingAs(2));
    await isLive(2);
    const ofOld = serveReadModels({ readStore: stores.elsewhere(), ownVersions: new Map([["counts", 1]]) });
    expect(await runners.hasSeen(await runners.append("export-9", "w"), ofOld)).toBe(true);
    expect(Object.keys(await runners.rowsOf(ofOld))).toHaveLength(41);
    expect(Object.keys(await runners.rows())).toHaveLength(41);
    await runners.halt(old);
    await isDropped(1);
    expect(Object.keys(await runners.rows())).toHaveLength(41);
  });

  it("while both run, old code reads the old version, kept current, and nothing switches back", async () => {
    // A busy machine may pause for longer than the short lease, which would rightly end the old version.
    const lease = { length: 2_000, every: 20 };
    const first = await givenFirst({ lease });
    const ofOld = serveReadModels({ readStore: stores.elsewhere(), ownVersions: new Map([["counts", 1]]) });
    const ofNew = serveReadModels({ readStore: stores.elsewhere(), ownVersions: new Map([["counts", 2]]) });
    expect(await ofNew.getStatus(["counts"])).toBe("other");
    const seen = [watchReader(ofOld), watchReader(ofNew)];
    runners.start({ lease }, countingAs(2));
    await isLive(2);
    await until("new code reads the new one", async () => (await ofNew.getStatus(["counts"])) === "own");
    for (let n = 0; n < 5; n += 1) {
      const position = await runners.append("export-0", "w");
      expect(await runners.hasSeen(position, ofOld)).toBe(true);
      expect((await runners.rowsOf(ofOld))["export-0"]).toEqual({ tenant: "t", events: 3 + n });
      expect(await runners.hasSeen(position, ofNew)).toBe(true);
      expect((await runners.rowsOf(ofNew))["export-0"]).toEqual({ tenant: "t", events: 3 + n, madeBy: 2 });
    }
    // Longer than the lease: the holder lives, so nothing is taken from it.
    const renewalsPerLease = lease.length / lease.every;
    await until("leases were renewed", async () => (findBuild(await builds(), 1)?.renewals ?? 0) > renewalsPerLease);
    expect(await versionsLeft()).toEqual([1, 2]);
    expect(await live()).toBe(2);
    await runners.halt([first]);
    await isDropped(1);
    await until("old code reads the new one", async () => (await ofOld.getStatus(["counts"])) === "other");
    expect(await Promise.all(seen.map((end) => end()))).toEqual([[], []]);
  });

  it("the awaited position is readable throughout the switch", async () => {
    await givenFirst();
    const readModels = serveReadModels({ readStore: stores.elsewhere(), ownVersions: new Map([["counts", 2]]) });
    const slow: ReadStore = {
      ...stores.readStore,
      apply: async (changes, options) => {
        await stores.readStore.apply(changes, options);
        await new Promise((resolve) => setTimeout(resolve, 5));
      },
    };
    // Larger batches, or it never catches up with the appends below.
    runners.start({ readStore: slow, batchSize: 40 }, countingAs(2));
    for (let n = 0, wasLive = 0; wasLive < 20; n += 1) {
      const position = await runners.append("export-0", "w");
      expect(await runners.hasSeen(position, readModels)).toBe(true);
      expect((await readModels.get("counts", "export-0"))?.document).toMatchObject({ events: 3 + n });
      if ((await readModels.getStatus(["counts"])) === "own") wasLive += 1;
    }
  });

  it("a new version that is killed during its rebuild continues where it was", async () => {
    await runners.halt([await givenFirst()]);
    const seen = watchReader();
    let batches = 0;
    const dying: ReadStore = {
      ...stores.readStore,
      apply: async (changes, options) => {
        batches += 1;
        if (batches === 5) throw new Error("killed");
        return stores.readStore.apply(changes, options);
      },
    };
    await expect(runners.start({ readStore: dying }, countingAs(2)).done).rejects.toThrow("killed");
    expect(await live()).toBe(1);
    const projected: string[] = [];
    const version2 = countingAs(2);
    runners.start(
      {},
      {
        ...version2,
        project: (event: Parameters<typeof version2.project>[0]) => {
          projected.push(event.stream);
          return version2.project(event);
        },
      },
    );
    await isLive(2);
    expect(projected).not.toContain("export-0");
    expect(projected).toContain("export-40");
    expect(await seen()).toEqual([]);
    expect(Object.keys(await runners.rows())).toHaveLength(41);
  });

  it.each(["writeCheckpoint", "drop"] as const)(
    "if killed between the switch and the removal (%s), the next runner removes the old version",
    async (step) => {
      await runners.halt([await givenFirst()]);
      const dying: ReadStore = {
        ...stores.readStore,
        [step]: async (name: string, ...rest: never[]) => {
          if (name === "counts@1") throw new Error("killed");
          return (stores.readStore[step] as (...given: unknown[]) => unknown)(name, ...rest);
        },
      };
      await expect(runners.start({ readStore: dying }, countingAs(2)).done).rejects.toThrow("killed");
      expect(await live()).toBe(2);
      expect(await stores.readStore.count("counts@1")).toBe(41);
      const seen = watchReader();
      runners.start({}, countingAs(2));
      await isDropped(1);
      expect(await seen()).toEqual([]);
    },
  );

  it("a process that pauses beyond its lease changes nothing when it resumes, and waits its turn", async () => {
    for (const stream of streams) await runners.append(stream, "w");
    const stopped = gated();
    let time = 0;
    const sleeper = runners.start({ ...stopped, now: () => time, lease: { length: 1_000, every: 600_000 } });
    await until("it is about to write", () => stopped.attempted.length > 0);
    runners.start();
    await isLive(1);
    await runners.append("export-0", "w");
    // Other events may follow it.
    await runners.hasSeen((await stores.eventStore.headPosition()) ?? "");
    const rows = await runners.rows();
    const checkpoint = await stores.readStore.readCheckpoint("counts@1");
    time = 10_000;
    stopped.open();
    await until("it stands by", async () => {
      const build = findBuild(await builds(), 1);
      return build?.fence === 2 && stopped.attempted.length === 1;
    });
    await runners.halt([sleeper]);
    expect(await runners.rows()).toEqual(rows);
    expect((await stores.readStore.readCheckpoint("counts@1"))?.position).toBe(checkpoint?.position);
  });

  it("after a rollback the old version is served once complete, and the new one can continue later", async () => {
    await runners.halt([await givenFirst()]);
    const second = runners.start({}, countingAs(2));
    await isDropped(1);
    await isLive(2);
    await runners.halt([second]);
    await runners.append("export-0", "w");
    const seen = watchReader();
    let later = 0;
    const again = runners.start({ now: () => performance.now() + later });
    await isLive(1);
    await until("readers have it", async () => (await runners.rows())["export-0"]?.madeBy === undefined);
    expect((await runners.rows())["export-0"]).toEqual({ tenant: "t", events: 3 });
    expect(await versionsLeft()).toEqual([1, 2]);
    later = abandonedAfter - 10_000;
    await until("leases were renewed", async () => (findBuild(await builds(), 1)?.renewals ?? 0) > 10);
    expect(await versionsLeft()).toEqual([1, 2]);
    await runners.halt([again]);
    await runners.append("export-1", "w");
    const projected: string[] = [];
    const version2 = countingAs(2);
    runners.start(
      {},
      {
        ...version2,
        project: (event: Parameters<typeof version2.project>[0]) => {
          projected.push(event.stream);
          return version2.project(event);
        },
      },
    );
    await isLive(2);
    expect(projected).toEqual(["export-0", "export-1"]);
    await isDropped(1);
    expect(await seen()).toEqual([]);
  });

  it("a version that was rolled back is removed after an hour", async () => {
    await runners.halt([await givenFirst()]);
    const second = runners.start({}, countingAs(2));
    await isDropped(1);
    await isLive(2);
    await runners.halt([second]);
    let later = 0;
    runners.start({ now: () => performance.now() + later });
    await isLive(1);
    await until("leases were renewed", async () => (findBuild(await builds(), 1)?.renewals ?? 0) > 10);
    expect(await stores.readStore.count("counts@2")).toBe(41);
    later = abandonedAfter;
    await isDropped(2);
    expect(await versionsLeft()).toEqual([1]);
  });

  it("a version whose holder was killed is claimed when its lease expires", async () => {
    await runners.append("export-0", "w");
    // A killed process releases nothing.
    const killed: ReadStore = { ...stores.readStore };
    const first = runners.start({ readStore: killed });
    await isLive(1);
    killed.readRegister = () => Promise.reject(new Error("killed"));
    await expect(first.done).rejects.toThrow("killed");
    expect(findBuild(await builds(), 1)?.holder).not.toBeNull();
    const began = performance.now();
    runners.start();
    expect(await runners.hasSeen(await runners.append("export-0", "w"))).toBe(true);
    expect(performance.now() - began).toBeGreaterThanOrEqual(shortLease.length);
  });

  it("the same holder can claim a version again at once, as after a restart by the same supervisor", async () => {
    await runners.append("export-0", "w");
    const killed: ReadStore = { ...stores.readStore };
    const endless = { length: 600_000, every: 20 };
    const first = runners.start({ readStore: killed, holder: "supervised", lease: endless });
    await isLive(1);
    killed.readRegister = () => Promise.reject(new Error("killed"));
    await expect(first.done).rejects.toThrow("killed");
    runners.start({ holder: "supervised", lease: endless });
    expect(await runners.hasSeen(await runners.append("export-0", "w"))).toBe(true);
  });

  describe("a rebuild that fails", () => {
    const failing = { ...counting, version: 2 };

    it("leaves the old version served and says why, and a fixed version continues", async () => {
      for (const stream of streams) await runners.append(stream, "w");
      await runners.append("export-7", "bad");
      const first = runners.start({}, { ...countingAs(1) });
      await isLive(1);
      const seen = watchReader();
      let failure: string | undefined;
      const second = runners.start({ onProgress: (progress) => (failure = progress.failure) }, failing);
      await until("it says so", () => failure !== undefined);
      expect(failure).toMatch(
        /^Version 2 of the read models of counts cannot make 1 of its documents, which version 1 has \(the first is counts\/export-7: Cannot project this\.\)\. Version 1 is still shown\./,
      );
      expect(await live()).toBe(1);
      expect(await runners.hasSeen(await runners.append("export-0", "w"))).toBe(true);
      const build = findBuild(await builds(), 2);
      expect(build && isComplete(build)).toBe(false);
      await runners.halt([first, second]);
      runners.start({}, countingAs(3));
      await isLive(3);
      await isDropped(1);
      await isDropped(2);
      expect(await seen()).toEqual([]);
    });

    it("is ignored if the old version couldn't make the document either", async () => {
      for (const stream of streams) await runners.append(stream, "w");
      await runners.append("export-7", "bad");
      await runners.halt([runners.start()]);
      const first = runners.start();
      await isLive(1);
      await runners.halt([first]);
      runners.start({}, failing);
      await isLive(2);
    });
  });
});
