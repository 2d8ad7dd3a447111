import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExportStatus, FileType, isInProgress } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { demoOrders, fixedMoments } from "#tests/acceptance/scenario.ts";
import { machineSlowness } from "#tests/support/machine-slowness.ts";
import {
  createDesign,
  generate,
  logIn,
  type Merchant,
  poll,
  type Range,
  waitForEnd,
  waitForExport,
} from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

/** Two exports of a large shop take minutes and all that a machine has; a small one of another shop must not wait for them. */

const within = 5_000;
const smallOrders = 50;

let sheaf: StartedSheaf;
let small: Merchant;
let large: Merchant;
beforeAll(async () => {
  // The settings as they come; the moment alone is fixed.
  sheaf = await startSheaf({ env: fixedMoments });
  small = await logIn(sheaf, "aurora-demo");
  large = await logIn(sheaf, "cumulus-demo");
}, 120_000);
afterAll(() => sheaf?.stop());

/** The days that the shop's last fifty orders are of, or a few more. */
const lastDays = (): Range => {
  let seen = 0;
  for (const { createdAt } of demoOrders(sheaf, "aurora-demo"))
    if (++seen === smallOrders) return { kind: "custom", from: createdAt.slice(0, 10), to: "2026-11-01" };
  throw new Error("The shop has fewer orders.");
};

/** Milliseconds from the press of Generate to a finished file. */
const smallExport = async (reportId: string, range: Range): Promise<{ ms: number; orders: number }> => {
  const began = performance.now();
  const { ReportExportId } = await generate(small, reportId, { range, fileType: FileType.Excel });
  const { Orders } = await waitForExport(small, ReportExportId, 120_000);
  return { ms: performance.now() - began, orders: Orders ?? 0 };
};

const isOpen = ({ Status }: ExportJob) => isInProgress(Status as ExportStatus);
const placeOf = ({ Status, Step, MaxStep }: ExportJob) => `status ${Status}, ${Step} of ${MaxStep}`;
/** In hundredths: often enough to meet every part of the work, and never so often that small exports are all there is to do. */
const hundredthOf = ({ Status, Step, MaxStep }: ExportJob) =>
  `${Status} ${Math.floor((100 * Step) / Math.max(1, MaxStep))}`;

describe("while two exports of 120,000 orders of one shop run", () => {
  it(`an export of ${smallOrders} orders of another shop takes at most ${within / 1_000} s at any time`, async () => {
    const range = lastDays();
    const { id } = await createDesign(small);
    const slowBefore = await machineSlowness();
    const alone = await smallExport(id, range);
    expect(alone.orders).toBeGreaterThanOrEqual(smallOrders);
    expect(alone.orders).toBeLessThanOrEqual(smallOrders + 10);

    const design = await createDesign(large);
    const ids: string[] = [];
    for (const fileType of [FileType.Excel, FileType.Csv])
      ids.push((await generate(large, design.id, { range: { kind: "noFilter" }, fileType })).ReportExportId);
    const took: { ms: number; beside: string }[] = [];
    for (let jobs = await poll(large, ids); jobs.every(isOpen); ) {
      const { ms } = await smallExport(id, range);
      took.push({ ms, beside: jobs.map(placeOf).join("; ") });
      const before = jobs.map(hundredthOf).join();
      jobs = await until(
        "the large exports have made progress",
        async () => {
          const now = await poll(large, ids);
          return now.map(hundredthOf).join() === before ? undefined : now;
        },
        { within: 120_000, every: 200 },
      );
    }
    for (const one of ids) expect(await waitForEnd(large, one, 600_000)).toMatchObject({ Orders: 120_000 });
    const slowness = Math.max(slowBefore, await machineSlowness());

    const sorted = took.toSorted((one, other) => one.ms - other.ms);
    const slowest = sorted.at(-1) ?? { ms: Number.POSITIVE_INFINITY, beside: "nothing" };
    const seconds = (ms = 0) => `${(ms / 1_000).toFixed(2)} s`;
    console.log(
      `Alone ${seconds(alone.ms)}; beside two large ones, ${took.length} times, median ${seconds(sorted[sorted.length >> 1]?.ms)}, at most ${seconds(slowest.ms)} (${slowest.beside}); the machine was ${slowness.toFixed(2)} times slower than by itself.`,
    );
    expect(took.length).toBeGreaterThan(20);
    expect(slowest.ms, slowest.beside).toBeLessThan(within * slowness);
  }, 1_800_000);
});
