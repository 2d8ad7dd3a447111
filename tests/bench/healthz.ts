import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serveReadModels } from "#application/read-models/serve.ts";
import { collections } from "#domain/read-models/documents.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { type Figure, percentile } from "./measure.ts";

const filler = fileURLToPath(new URL("./fill-events.ts", import.meta.url));

/** Resolves when every event that is in the store now has been projected. */
const projected = async (dataDir: string): Promise<void> => {
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createSystemClock(), readModels: "read" });
  const readModels = serveReadModels(stores);
  const head = (await stores.eventStore.headPosition()) ?? "";
  await until("the projections catch up", () => readModels.hasSeen(collections.reportDesigns.name, head), {
    within: 600_000,
    every: 200,
  });
  await stores.close();
};

/**
 * Measures if the web process stays responsive: /healthz while 200,000 events are written and projected and 120,000
 * orders exported.
 */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" } });
  try {
    const merchant = await logIn(sheaf, "cumulus-demo");
    const design = await createDesign(merchant);
    const all: number[] = [];
    const whileProjecting: number[] = [];
    let projecting = true;
    let exporting = true;

    const job = await generate(merchant, design.id, { range: { kind: "noFilter" } });
    const exported = waitForExport(merchant, job.ReportExportId, 900_000).finally(() => {
      exporting = false;
    });
    const filled = promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", filler], {
      env: { ...process.env, DATA_DIR: sheaf.dataDir },
    })
      .then(() => projected(sheaf.dataDir))
      .finally(() => {
        projecting = false;
      });
    while (exporting || projecting) {
      const start = performance.now();
      await (await fetch(`${sheaf.url}/healthz`)).arrayBuffer();
      const time = performance.now() - start;
      all.push(time);
      if (projecting && exporting) whileProjecting.push(time);
      await pause(5);
    }
    await Promise.all([exported, filled]);

    const figure = (name: string, times: number[]): Figure => {
      const p99 = percentile(times, 0.99);
      return { name, value: p99, unit: "ms", goal: { text: "under 25 ms", met: p99 < 25 } };
    };
    return [
      { name: `/healthz, p50 of ${all.length}`, value: percentile(all, 0.5), unit: "ms" },
      figure(`/healthz, p99 while cumulus is exported`, all),
      figure(`/healthz, p99 of ${whileProjecting.length} while also 200,000 events are projected`, whileProjecting),
    ];
  } finally {
    await sheaf.stop();
  }
};
