import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../memory/clock.ts";
import type { WorkQueue } from "../ports/work-queue.ts";
import { createSqliteWorkQueue } from "./queue/work-queue.ts";
import { openStateDatabase } from "./state/state-database.ts";

const shops = ["aurora", "borealis", "cumulus", "dune"];

describe("Workers with cached data of shops", () => {
  let folder: string;
  let one: WorkQueue;
  let other: WorkQueue;
  const clock = createFakeClock();
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-familiar-"));
    const open = () => createSqliteWorkQueue(openStateDatabase(join(folder, "state.db")), clock);
    [one, other] = [open(), open()];
    for (const tenant of shops)
      for (let n = 1; n <= 6; n += 1) {
        const dueAt = new Date(clock.now().getTime() - 1_000 + n);
        await one.enqueue({ id: `${tenant}-${n}`, kind: "plan", lane: "l", tenant, dueAt, payload: {} });
      }
  });
  afterEach(async () => {
    await one.close();
    await other.close();
    await rm(folder, { recursive: true });
  });
  const take = async (queue: WorkQueue, most: number): Promise<string[]> => {
    const worker = queue === one ? "one" : "other";
    const wanted = { kinds: ["plan"], lanes: ["l"], worker, leaseMs: 30_000, affinityWindow: 100 };
    return (await queue.claimBatch(wanted, most)).map(({ id }) => id);
  };

  it("get the shops that they had before, if it is about their turn", async () => {
    expect(await take(one, 2)).toEqual(["aurora-1", "borealis-1"]);
    expect(await take(other, 2)).toEqual(["cumulus-1", "dune-1"]);
    expect(await take(other, 2)).toEqual(["cumulus-2", "dune-2"]);
    expect(await take(one, 2)).toEqual(["aurora-2", "borealis-2"]);
  });

  it("get shops that nobody has served yet before those", async () => {
    expect(await take(one, 1)).toEqual(["aurora-1"]);
    expect(await take(one, 3)).toEqual(["borealis-1", "cumulus-1", "dune-1"]);
  });

  it("also take over the shops of a dead worker, so all shops get about equal turns", async () => {
    await take(one, 2);
    await take(other, 2);
    const taken: string[] = [];
    for (let n = 0; n < 8; n += 1) taken.push(...(await take(other, 1)));
    expect(taken.slice(0, 2)).toEqual(["cumulus-2", "dune-2"]);
    const of = (tenant: string) => taken.filter((id) => id.startsWith(tenant)).length;
    expect(shops.map(of).every((count) => count >= 1)).toBe(true);
    expect(Math.max(...shops.map(of)) - Math.min(...shops.map(of))).toBeLessThanOrEqual(2);
  });

  describe("while a worker has enough to do for shops that it had before", () => {
    const busy = async () => {
      const taken: string[] = [];
      for (let n = 0; n < 6; n += 1) taken.push(...(await take(one, 2)));
      return taken;
    };
    const put = (dueIn: number) => {
      const dueAt = new Date(clock.now().getTime() + dueIn);
      return one.enqueue({ id: "eos-1", kind: "plan", lane: "l", tenant: "eos", dueAt, payload: {} });
    };
    beforeEach(() => take(one, 4));

    it("a job that falls due for another shop doesn't wait for all of it", async () => {
      await put(1_000);
      clock.advance(1_001);
      expect(await busy()).toContain("eos-1");
    });

    it("a job whose worker has died doesn't wait for all of it either", async () => {
      await put(-1);
      expect(await take(other, 1)).toEqual(["eos-1"]);
      clock.advance(30_001);
      expect(await busy()).toContain("eos-1");
    });
  });
});
