import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toRowHashFileKey } from "#application/exports/sidecar-files.ts";
import { toPeopleFileKey } from "#application/people/people-file.ts";
import { orderAt } from "#demo-store/generate/order.ts";
import { demoShop } from "#demo-store/generate/shops.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { dayMs, rerunDays } from "#domain/retention/retention.ts";
import { periodOf } from "#tests/acceptance/expected/local-time.ts";
import { ordersWithin } from "#tests/acceptance/expected/rows.ts";
import { clockNow, demoNow, fixedMoments } from "#tests/acceptance/scenario.ts";
import { type Inspection, inspect } from "#tests/faults/data-folder.ts";
import { randomFrom } from "#tests/faults/random-load.ts";
import { type Memory, watchMemory } from "#tests/load/memory.ts";
import { entriesByKind, filesOnDisk, openJobs } from "#tests/soak/kept.ts";
import { type Asked, planOf, sameOf, shopsOfSoak, smallShops } from "#tests/soak/plan.ts";
import { type Outcome, openShops, runSoak } from "#tests/soak/run-soak.ts";
import { freePort, startSheaf } from "#tests/support/start-sheaf.ts";
import { expectUnderstandable } from "#tests/support/understandable.ts";
import { until } from "#tests/support/until.ts";

/** Many exports of many kinds, with all that may happen to them, and what is left of it in the end. */

const count = Number(process.env.SOAK_EXPORTS ?? 200);
const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000);
const later = (days: number): string => new Date(Date.parse(clockNow) + days * dayMs).toISOString();

/** Reports of more than 250 orders are read in bulk and keep 1 MB of rows in memory, so small shops use every path, too. */
const environment = {
  ...fixedMoments,
  DEMO_SHOPS: String(smallShops),
  BULK_FROM_ORDERS: "250",
  SPILL_AFTER_MB: "1",
  LOG_LEVEL: "error",
};

let dataDir: string;
let ports: [number, number];
let outcomes: Outcome[];
let killed: number;
let memory: ReadonlyMap<string, Memory>;
let seen: Inspection;
let kindsBefore: string[];
let jobsBefore: string[];

/** The product on the same data, at another moment of its business. */
const sheafAt = (moment: string) =>
  startSheaf({ dataDir, ports, readyWithin: 180_000, env: { ...environment, CLOCK_NOW: moment } });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-soak-"));
  ports = [await freePort(), await freePort()];
  const sheaf = await sheafAt(clockNow);
  const began = performance.now();
  try {
    const shops = await openShops(sheaf);
    kindsBefore = Object.keys(entriesByKind(dataDir));
    jobsBefore = Object.keys(openJobs(dataDir));
    expect(filesOnDisk(dataDir)).toEqual([]);
    const random = randomFrom(seed);
    const watched = await watchMemory(sheaf.process.pid ?? 0);
    ({ outcomes, killed } = await runSoak(sheaf, shops, planOf(count, random), random));
    memory = await watched.end();
  } finally {
    await sheaf.stop();
  }
  const ends = Object.entries(Object.groupBy(outcomes, ({ job }) => job.Status)).map(
    ([s, all]) => `${s}: ${all?.length}`,
  );
  console.log(
    `RANDOM_SEED=${seed}: ${outcomes.length} exports in ${Math.round((performance.now() - began) / 1_000)} s, ${killed} exporters killed; ends by status ${ends.join(", ")}`,
  );
  seen = await inspect(dataDir);
}, 3_000_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const finished = () => outcomes.filter(({ job }) => job.Status === ExportStatus.Finished);

/** Rows that a report has of a shop's orders, where that is plain: one for each of them, or for each of their lines. */
const rowsExpected = ({ shop: name, design, range }: Asked): number => {
  const shop = demoShop(name, { demoNow: new Date(demoNow), smallShops });
  const orders = Array.from({ length: shop.orders }, (_, age) => orderAt(shop, shop.orders - 1 - age));
  const period = periodOf(range, shop.zone, new Date(clockNow));
  let rows = 0;
  for (const order of ordersWithin(orders, period)) rows += design === "orders" ? 1 : order.lineItems.length;
  return rows;
};

describe(`given ${count} exports, cancels, killed exporters and platform faults (RANDOM_SEED=${seed})`, () => {
  it("then each is Finished, Failed with a reason, or Canceled on request", () => {
    expect(outcomes).toHaveLength(count);
    expect(killed).toBeGreaterThanOrEqual(Math.floor(count / 16));
    for (const { job, planned, canceled } of outcomes) {
      if (job.Status === ExportStatus.Failed) expectUnderstandable(job.FailedReason, /again|contact|choose/i);
      else if (job.Status === ExportStatus.Canceled) expect(planned.cancelAt, job.ReportExportId).toBeDefined();
      else expect(job.Status).toBe(ExportStatus.Finished);
      if (canceled) expect([ExportStatus.Canceled, ExportStatus.Failed]).toContain(job.Status);
    }
    // Most were not disturbed for good: a soak in which nothing is made says nothing.
    expect(finished().length).toBeGreaterThan(count * 0.7);
  });

  it("then every export ends once, and no file is without an export", () => {
    expect([...seen.exports.keys()].toSorted()).toEqual(outcomes.map(({ id }) => id).toSorted());
    const ends = ["ExportFinished", "ExportFailed", "ExportCanceled"];
    for (const { types } of seen.exports.values())
      expect(
        types.filter((type) => ends.includes(type)),
        types.join(),
      ).toEqual([types.at(-1)]);
    const wanted = finished().flatMap(({ id }) => {
      const key = seen.exports.get(id)?.file?.fileKey ?? "";
      return [key, toPeopleFileKey(key), toRowHashFileKey(key)];
    });
    expect([...seen.files.keys()].toSorted()).toEqual(wanted.toSorted());
    expect([seen.parts, seen.gaps]).toEqual([[], []]);
    expect(filesOnDisk(dataDir).filter((file) => !file.startsWith("files/"))).toEqual([]);
  });

  it("then each finished file matches its hash, size and row count in the panel", () => {
    for (const { id, job, file } of finished()) {
      expect(file?.hash, id).toBe(file?.said);
      expect(file?.hash, id).toBe(seen.files.get(seen.exports.get(id)?.file?.fileKey ?? ""));
      expect([file?.bytes, file?.rows], JSON.stringify(job)).toEqual([job.Bytes, job.Rows]);
    }
  });

  it("then equal requests have equal rows and files, and as many rows as the shop's orders require", () => {
    const rows = new Map<string, number>();
    const hashes = new Map<string, string>();
    for (const { planned, job, file } of finished()) {
      const same = sameOf(planned.asked);
      expect(job.Rows, same).toBe(rows.get(same) ?? job.Rows);
      rows.set(same, job.Rows ?? 0);
      const sameFile = `${same} ${planned.asked.fileType}`;
      expect(file?.hash, sameFile).toBe(hashes.get(sameFile) ?? file?.hash);
      hashes.set(sameFile, file?.hash ?? "");
    }
    const plain = finished().filter(
      ({ planned: { asked } }) => !asked.filtered && (asked.design === "lines" || asked.design === "orders"),
    );
    expect(plain.length).toBeGreaterThan(0);
    const asked = new Map(plain.map(({ planned }) => [sameOf(planned.asked), planned.asked]));
    for (const [same, one] of asked) expect(rows.get(same), same).toBe(rowsExpected(one));
  });

  it("then no process uses more memory in the last third than in the second", () => {
    const median = (all: readonly number[]) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0;
    const thirdOf = (all: readonly number[], n: number) => all.slice((n * all.length) / 3, ((n + 1) * all.length) / 3);
    // Which of two processes is called the first changes when one is killed.
    const byKind = Object.groupBy([...memory], ([name]) => name.replace(/ \d+$/, ""));
    for (const [kind, processes = []] of Object.entries(byKind)) {
      const seenIn = (n: number) => median(processes.flatMap(([, { all }]) => thirdOf(all, n)));
      const peak = Math.max(...processes.map(([, one]) => one.peak));
      console.log(
        `${kind}: ${[1, 2].map((n) => Math.round(seenIn(n))).join(" and ")} MiB, at most ${Math.round(peak)} MiB`,
      );
      // Memory that the collector hasn't freed yet is not growth.
      expect(seenIn(2), kind).toBeLessThan(seenIn(1) * 1.2 + 16);
    }
  });

  it("then after the retention the disk is as before, with no data of exports left", async () => {
    const files = await sheafAt(later(8));
    try {
      await until(
        "only records of the people in the files are left",
        () => filesOnDisk(dataDir).every((file) => file.endsWith(".people")),
        { within: 300_000, every: 500, picture: () => filesOnDisk(dataDir).slice(0, 5).join() },
      );
    } finally {
      await files.stop();
    }
    const rest = await sheafAt(later(8 + Math.max(366, rerunDays)));
    try {
      await until("the disk is as it was", () => filesOnDisk(dataDir).length === 0, { within: 300_000, every: 500 });
      // One small entry per shop stays: the exports that were let in last.
      const kept = () =>
        Object.keys(entriesByKind(dataDir)).filter((kind) => kind !== "exports-let-in" && !kindsBefore.includes(kind));
      const jobs = () => Object.keys(openJobs(dataDir)).filter((kind) => !jobsBefore.includes(kind));
      await until("nothing of the exports is left", () => kept().length === 0 && jobs().length === 0, {
        within: 120_000,
        every: 500,
        picture: () => JSON.stringify([kept(), jobs()]),
      });
      expect(entriesByKind(dataDir)["exports-let-in"]).toBeLessThanOrEqual(shopsOfSoak.length);
    } finally {
      await rest.stop();
    }
  }, 900_000);
});
