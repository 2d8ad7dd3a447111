import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFakeClock } from "../../memory/clock.ts";
import { openStateDatabase } from "../state/state-database.ts";
import { createSqliteWorkQueue } from "./work-queue.ts";

it("the later of two holders of a job wins when one's process began after the clock was set forward", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-jump-"));
  const clock = createFakeClock();
  const open = () => createSqliteWorkQueue(openStateDatabase(join(folder, "state.db")), clock);
  const wanted = { kinds: ["export"], lanes: ["short"], leaseMs: 30_000 };
  const early = open();
  await early.enqueue({ id: "j1", kind: "export", lane: "short", tenant: "aurora", dueAt: clock.now(), payload: {} });
  const first = await early.claim({ ...wanted, worker: "w1" });
  clock.jump(3_600_000);
  const late = open();
  const second = await late.claim({ ...wanted, worker: "w2" });
  if (!first || !second) throw new Error("Both had it.");
  expect([first.fence, second.fence]).toEqual([1, 2]);
  expect(await early.extendLease(first, 30_000)).toBe(false);
  expect(await early.complete(first)).toBe(false);
  expect(await late.complete(second)).toBe(true);
  await early.close();
  await late.close();
  await rm(folder, { recursive: true });
});
