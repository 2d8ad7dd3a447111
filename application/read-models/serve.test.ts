import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { PositionedChange, ReadStore } from "#infra/ports/stores/read-store.ts";
import { changeBuilds, withBuild, withClaim } from "./builds.ts";
import { NotBuilt, readersGrace, serveReadModels } from "./serve.ts";

const at = (n: number) => String(n).padStart(6, "0");
const put = (version: number, id: string, n: number): PositionedChange => ({
  collection: `lists@${version}`,
  kind: "put",
  id,
  document: { n },
  position: at(n),
});

describe("read models being served", () => {
  let readStore: ReadStore;
  let time: number;
  beforeEach(() => {
    readStore = createMemoryReadStore();
    time = 0;
  });
  const now = () => {
    time += 1;
    return time;
  };
  const checkpoint = (version: number, n: number) =>
    readStore.writeCheckpoint(`lists@${version}`, { storeId: "s", position: at(n), eventId: `e${n}` });
  /** A complete, live version with documents up to a position. */
  const givenLive = async (version: number, ids: string[], upTo: number) => {
    await readStore.ensureCollections([{ name: `lists@${version}`, indexes: [] }]);
    await readStore.apply(ids.map((id) => put(version, id, upTo)));
    await checkpoint(version, upTo);
    await changeBuilds(readStore, "lists", (builds) => {
      const claim = withClaim(builds, { version, holder: `holder ${version}`, head: undefined });
      const complete = withBuild(claim.builds, claim.build, { begun: true, upTo: null });
      return complete && { ...complete, live: version };
    });
  };
  const remove = async (version: number) => {
    await changeBuilds(readStore, "lists", (builds) => ({
      ...builds,
      builds: builds.builds.filter((build) => build.version !== version),
    }));
    await readStore.drop(`lists@${version}`, { fence: 99 });
  };
  const served = (reads: Partial<ReadStore> = {}, own?: ReadonlyMap<string, number>) =>
    serveReadModels({ readStore: { ...readStore, ...reads }, now, ...(own ? { ownVersions: own } : {}) });
  const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

  it("can't be read, instead of appearing empty, while none is complete", async () => {
    const readModels = served();
    expect(await readModels.getStatus(["lists"])).toBe("none");
    expect(await readModels.hasSeen("lists", at(1))).toBe(false);
    await expect(readModels.get("lists", "a")).rejects.toThrow(NotBuilt);
    await expect(readModels.find("lists", {})).rejects.toThrow(NotBuilt);
    await expect(readModels.count("lists")).rejects.toThrow(NotBuilt);
    await givenLive(1, ["a"], 1);
    expect(idsOf(await readModels.find("lists", {}))).toEqual(["a"]);
  });

  it("don't count as complete while they are behind an earlier read, such as after a restored copy", async () => {
    await givenLive(1, ["a", "b"], 5);
    const readModels = served({
      readRegister: (name) => readStore.readRegister(name),
      readCheckpoint: (name) => readStore.readCheckpoint(name),
    });
    expect(await readModels.getStatus(["lists"])).toBe("own");
    const newer = readStore;
    readStore = createMemoryReadStore();
    await givenLive(1, ["a"], 3);
    time += 1_000;
    expect(await readModels.getStatus(["lists"])).toBe("other");
    await checkpoint(1, 4);
    time += 1_000;
    expect(await readModels.getStatus(["lists"])).toBe("other");
    readStore = newer;
    time += 1_000;
    expect(await readModels.getStatus(["lists"])).toBe("own");
  });

  it("don't count as set back if a status read is answered after a later read", async () => {
    await givenLive(1, ["a"], 3);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const readModels = served({
      readCheckpoint: async (name) => {
        reads += 1;
        const nth = reads;
        if (nth === 2) await asked.promise;
        const read = await readStore.readCheckpoint(name);
        if (nth === 3) await answered.promise;
        return read;
      },
    });
    await readModels.getStatus(["lists"]);
    const seen = readModels.hasSeen("lists", at(5));
    await expect.poll(() => reads).toBe(2);
    time += 1_000;
    const early = readModels.getStatus(["lists"]);
    await expect.poll(() => reads).toBe(3);
    await checkpoint(1, 5);
    asked.resolve();
    expect(await seen).toBe(true);
    answered.resolve();
    expect(await early).toBe("own");
  });

  it("can't be read as soon as they are lost, even if they were there a moment ago", async () => {
    await givenLive(1, ["a"], 1);
    const readModels = served({
      readRegister: (name) => readStore.readRegister(name),
      find: (...asked) => readStore.find(...asked),
    });
    expect(idsOf(await readModels.find("lists", {}))).toEqual(["a"]);
    readStore = createMemoryReadStore();
    await expect(readModels.find("lists", {})).rejects.toThrow(NotBuilt);
  });

  it("cost one read of the register for many reads", async () => {
    await givenLive(1, ["a"], 1);
    let looks = 0;
    const readModels = served({
      readRegister: (name) => {
        looks += 1;
        return readStore.readRegister(name);
      },
    });
    for (let n = 0; n < 20; n += 1) await readModels.get("lists", "a");
    expect(looks).toBe(1);
  });

  it("are read again if the process paused while its version was removed", async () => {
    await givenLive(1, ["a", "b"], 1);
    const readModels = served({
      find: async (collection, query) => {
        if (collection === "lists@1") {
          // The new version arrived, and half of the old one is gone.
          await givenLive(2, ["a", "b"], 1);
          await readStore.clear("lists@1", { fence: 99 });
          await readStore.apply([put(1, "a", 1)]);
          await remove(1);
          time += readersGrace;
          return [{ id: "a", position: at(1), document: { n: 1 } }];
        }
        return readStore.find(collection, query);
      },
    });
    expect(idsOf(await readModels.find("lists", {}))).toEqual(["a", "b"]);
  });

  it("are the reader's own version while it is maintained, then the live one", async () => {
    await givenLive(1, ["old"], 1);
    await givenLive(2, ["new"], 1);
    const ofOld = served({}, new Map([["lists", 1]]));
    expect(idsOf(await ofOld.find("lists", {}))).toEqual(["old"]);
    expect(await ofOld.getStatus(["lists"])).toBe("own");
    await remove(1);
    expect(idsOf(await ofOld.find("lists", {}))).toEqual(["new"]);
    expect(await ofOld.getStatus(["lists"])).toBe("other");
  });

  it("never fall behind a confirmed position, unless the version that had it is gone", async () => {
    await givenLive(1, ["a"], 5);
    const readModels = served();
    expect(await readModels.hasSeen("lists", at(5))).toBe(true);
    await givenLive(2, ["b"], 3);
    time += 1_000;
    expect(idsOf(await readModels.find("lists", {}))).toEqual(["a"]);
    await checkpoint(2, 5);
    time += 1_000;
    expect(idsOf(await readModels.find("lists", {}))).toEqual(["b"]);
    expect(await readModels.hasSeen("lists", at(6))).toBe(false);
    await givenLive(3, ["c"], 1);
    await remove(2);
    time += 1_000;
    expect(idsOf(await readModels.find("lists", {}))).toEqual(["c"]);
  });

  describe("several documents that one event changes", () => {
    it("are read again while only some may have changed", async () => {
      await givenLive(1, ["a", "b"], 1);
      await readStore.apply([put(1, "a", 2)]);
      let reads = 0;
      const readModels = served({
        find: async (...asked) => {
          reads += 1;
          if (reads === 3) {
            await readStore.apply([put(1, "b", 2)]);
            await checkpoint(1, 2);
          }
          return readStore.find(...asked);
        },
      });
      const { found, isWhole } = await readModels.findConsistent("lists", {});
      expect(isWhole).toBe(true);
      expect(found.map(({ document }) => document.n)).toEqual([2, 2]);
      expect(reads).toBe(4);
    });

    it("report it if they stay partly changed", async () => {
      await givenLive(1, ["a", "b"], 1);
      await readStore.apply([put(1, "a", 2)]);
      const { found, isWhole } = await served().findConsistent("lists", {});
      expect([isWhole, found.map(({ document }) => document.n)]).toEqual([false, [2, 1]]);
    });
  });
});
