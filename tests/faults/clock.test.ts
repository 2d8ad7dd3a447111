import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import { createDesign, generate, logIn, type Merchant, poll, waitForExport } from "#tests/support/merchant.ts";
import { canSetClocks, settableClock } from "#tests/support/settable-clock.ts";
import { byPages, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { inspect } from "./data-folder.ts";
import { countEvents } from "./recorded-events.ts";

const hour = 3_600;
/** Well under an hour, and longer than two leases on a busy machine. */
const patience = 150_000;

describe.runIf(canSetClocks())("given a merchant with waiting and running exports", () => {
  let folder: string;
  let dataDir: string;
  let sheaf: StartedSheaf;
  let clock: ReturnType<typeof settableClock>;
  let merchant: Merchant;
  let design: string;

  const start = async (environment: Record<string, string> = {}) => {
    sheaf = await startSheaf({
      dataDir,
      env: {
        ...clock.environment,
        DEMO_ORDERS_PER_MINUTE: "0",
        DEMO_STORE_POINTS_PER_SECOND: "4000",
        ...byPages,
        ...environment,
      },
    });
    merchant = await logIn(sheaf, "borealis-demo", { patience: 60_000 });
    design = (await createDesign(merchant)).id;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-clock-"));
    dataDir = join(folder, "data");
    clock = settableClock(folder);
  });
  afterEach(async () => {
    await sheaf?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const request = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push((await generate(merchant, design, { range: { kind: "noFilter" } })).ReportExportId);
    return ids;
  };
  const untilRunning = (id: string) =>
    until(`export ${id} runs`, async () => {
      const [job] = await poll(merchant, [id]);
      return job !== undefined && job.Status > ExportStatus.Processing && job.Status !== ExportStatus.Finished;
    });
  const finished = async (ids: string[]) => {
    for (const id of ids) await waitForExport(merchant, id, patience);
  };
  const filesOf = async () => (await readdir(join(dataDir, "files"))).filter((name) => name.endsWith(".csv"));

  it("when the clock is set back an hour and forward two, then each export takes one attempt", async () => {
    await start();
    const before = await request(4);
    await untilRunning(before[0] ?? "");
    clock.set(-hour);
    const after = await request(1);
    await finished([...before, ...after]);

    const later = await request(3);
    await untilRunning(later[0] ?? "");
    clock.set(hour);
    await finished(later);

    const total = before.length + after.length + later.length;
    expect(countEvents(dataDir)).toMatchObject({ ExportStarted: total, ExportFinished: total });
    expect(await filesOf()).toHaveLength(total);
    expect(sheaf.output()).toMatch(/"process":"web".*The machine's clock was set back by 3600 s\./);
    expect(sheaf.output()).toMatch(/"process":"exporter.*The machine's clock was set forward by 7200 s\./);
    await sheaf.stop();
    const { gaps, parts, readModels } = await inspect(dataDir);
    expect([gaps, parts]).toEqual([[], []]);
    expect(readModels.live).toEqual(readModels.rebuilt);
  });

  it("when a worker dies and the clock is set back an hour, then another one finishes its export", async () => {
    await start({ FAILPOINTS: "export:mid-file@3" });
    const ids = await request(1);
    await until("the worker is dead", () => sheaf.output().includes("exporter ended (SIGKILL)"));
    clock.set(-hour);
    await finished(ids);
    expect(countEvents(dataDir)).toMatchObject({ ExportStarted: 2, ExportFinished: 1 });
    expect(await filesOf()).toHaveLength(1);
  });
});
