import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFakeClock } from "../memory/clock.ts";
import type { ClaimedJob } from "../ports/work-queue.ts";
import { checkFile } from "./files/check-file.ts";
import { createSqliteWorkQueue } from "./queue/work-queue.ts";
import { openStateDatabase, stateSchema } from "./state/state-database.ts";

// No trigger gives an updated queue row its checksum (ADR 81).

it("every row of the queue passes its check after every operation on its jobs, and after clock jumps", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-rows-"));
  const file = join(folder, "state.db");
  const clock = createFakeClock();
  const queue = createSqliteWorkQueue(openStateDatabase(file), clock);
  const expectSound = () => expect(checkFile(file, stateSchema)).toEqual({ kind: "sound" });
  const enqueue = (id: string, tenant: string, dueIn: number) => {
    const dueAt = new Date(clock.now().getTime() + dueIn);
    return queue.enqueue({ id, kind: "plan", lane: "l", tenant, dueAt, payload: { id } });
  };
  const claim = async (most = 1): Promise<ClaimedJob[]> => {
    const wanted = { kinds: ["plan"], lanes: ["l"], worker: "w", leaseMs: 30_000, maxPerTurn: 2 };
    const jobs: ClaimedJob[] = [];
    // A claim ends early when its transaction takes too long.
    for (let more = [{}]; more.length > 0 && jobs.length < most; ) {
      const claimed = await queue.claimBatch(wanted, most - jobs.length);
      jobs.push(...claimed);
      more = claimed;
    }
    expect(jobs).toHaveLength(most);
    expectSound();
    return jobs;
  };
  const one = async (): Promise<ClaimedJob> => {
    const [job] = await claim();
    if (!job) throw new Error("Nothing was claimed.");
    return job;
  };
  for (let n = 0; n < 8; n += 1) await enqueue(`due-${n}`, `shop-${n % 2}`, 0);
  for (let n = 0; n < 4; n += 1) await enqueue(`later-${n}`, `shop-${n % 2}`, 60_000);
  expectSound();

  const first = await one();
  expect(await queue.extendLease(first, 60_000)).toBe(true);
  expectSound();
  expect(await queue.complete(first)).toBe(true);
  expectSound();
  expect(await queue.scheduleRetry(await one(), 5_000)).toBe(true);
  expectSound();
  expect(await queue.reschedule(await one(), 5_000, { another: true })).toBe(true);
  expectSound();
  const lost = await one();
  expect(await queue.deadLetter(lost, "it was lost")).toBe(true);
  expect(await queue.revive(lost.id)).toBe(true);
  expectSound();
  await claim(2);
  expect(await queue.releaseLeases("w")).toBe(2);
  expectSound();
  // Pauses end, and later jobs fall due.
  clock.advance(61_000);
  await claim(6);
  clock.jump(-3_600_000);
  await claim(2);
  clock.jump(3_600_000);
  await claim(1);
  expect(await queue.scheduleRetry(await one(), 5_000)).toBe(true);
  clock.jump(-3_600_000);
  expect(await queue.claimBatch({ kinds: ["plan"], lanes: ["l"], worker: "w", leaseMs: 30_000 }, 1)).toEqual([]);
  expectSound();
  await queue.close();
  await rm(folder, { recursive: true });
});

it("no statement updates a queue row without setting its checksum", async () => {
  const here = new URL(".", import.meta.url);
  const files = (await readdir(here)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, here), "utf8")));
  expect(texts.filter((text) => /UPDATE\s+(jobs|job_lines)\b/.test(text))).toEqual([]);
});
