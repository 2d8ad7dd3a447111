import { expect, it } from "vitest";
import type { FilterContent } from "#domain/filters/filter.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { StoreBusy, StoreDamaged, StreamDamaged } from "#infra/ports/store-errors.ts";
import { until } from "#tests/support/until.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { cleanUpTexts, createTextCleanup } from "./clean-up-texts.ts";
import { runCleanup } from "./run-cleanup.ts";

const never = new AbortController().signal;

/** A shop with a filter that can be saved, and its values in the vault. */
const given = async ({ deps }: ReturnType<typeof upkeepForTests>, tenant = "t1") => {
  const { runner, vault } = deps;
  const request = { tenant, actor: { kind: "merchant" }, correlation: "c" } as const;
  const kept = () => vault.findMatching(tenant, "pv:", () => true);
  await runner.execute(
    workspaceDecider,
    tenant,
    (context): WorkspaceCommand => ({ type: "CreateFilter", maxFilters: 5, context }),
    request,
  );
  const save = async (...words: string[]) => {
    const values = await vault.putOnce(words, { owner: tenant, prefix: "pv:" });
    await runner.execute(
      workspaceDecider,
      tenant,
      (context, { filters: [filter] }): WorkspaceCommand => {
        if (!filter) throw new Error("There is no filter.");
        const wanted: FilterContent = { ...filter, sievers: { 5003: values } };
        return { type: "UpdateFilter", filterId: filter.filterId, base: filter, wanted, texts: new Map(), context };
      },
      request,
    );
  };
  return { kept, save, wordsOf: async () => [...(await vault.readAll(await kept())).values()].sort() };
};

it("given texts of several shops, then only those are deleted that their shop's events never reference", async () => {
  const upkeep = upkeepForTests();
  const [one, other] = [await given(upkeep), await given(upkeep, "t2")];
  await one.save("long ago");
  for (let n = 0; n < 520; n++) await one.save(`now ${n % 2}`);
  await upkeep.deps.vault.putOnce(["theirs", "killed"], { owner: "t1", prefix: "pv:" });
  await other.save("theirs");
  await cleanUpTexts(upkeep.deps, never);
  expect(await one.wordsOf()).toHaveLength(5);
  await cleanUpTexts(upkeep.deps, never);
  expect(await one.wordsOf()).toEqual(["long ago", "now 0", "now 1"]);
  expect(await other.wordsOf()).toEqual(["theirs"]);
  expect(upkeep.lines).toEqual([expect.stringContaining('"erased":2')]);
});

it("given a shop with a damaged stream, then its texts are kept, and those of others are checked", async () => {
  const upkeep = upkeepForTests();
  const [one, other] = [await given(upkeep), await given(upkeep, "t2")];
  for (const tenant of ["t1", "t2"]) await upkeep.deps.vault.putOnce(["killed"], { owner: tenant, prefix: "pv:" });
  const { runner } = upkeep.deps;
  const load: typeof runner.load = async (decider, id, ...rest) => {
    if (id === "t1") throw new StreamDamaged("Events of the stream workspace-t1 are missing.");
    return runner.load(decider, id, ...rest);
  };
  const deps = { ...upkeep.deps, runner: { ...runner, load } };
  for (let round = 0; round < 3; round += 1) await cleanUpTexts(deps, never);
  expect(await one.wordsOf()).toEqual(["killed"]);
  expect(await other.wordsOf()).toEqual([]);
});

it("given a busy store, then the next round cleans up; given a damaged one, then the process ends", async () => {
  const upkeep = upkeepForTests();
  const { kept } = await given(upkeep);
  await upkeep.deps.vault.putOnce(["killed"], { owner: "t1", prefix: "pv:" });
  const faults: Error[] = [new StoreBusy("busy"), new StoreBusy("busy")];
  const stop = new AbortController();
  const vault = {
    ...upkeep.deps.vault,
    beginCleanup: async (prefix: string) => {
      const fault = faults.shift();
      if (fault) throw fault;
      return upkeep.deps.vault.beginCleanup(prefix);
    },
  };
  const sweeper = () => runCleanup([createTextCleanup({ ...upkeep.deps, vault })], upkeep.deps, stop.signal, 1);
  const running = sweeper();
  await until("the texts are gone", async () => (await kept()).length === 0);
  expect(upkeep.lines.filter((line) => line.includes("could not be removed"))).toHaveLength(2);
  faults.push(new StoreDamaged("state.db is damaged.", { reason: "damaged" }));
  await expect(running).rejects.toThrow(StoreDamaged);
  stop.abort();
  await expect(sweeper()).resolves.toBeUndefined();
});
