import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openEmbeddedStores } from "#infra/sqlite/open-embedded.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, percentile } from "./measure.ts";

const events = 200_000;
const perStream = 500;

/** Puts events of other shops into a stopped data folder, for the projections to work through. */
const fill = async (dataDir: string): Promise<void> => {
  const stores = openEmbeddedStores({ dataDir, clock: createSystemClock(), readModels: "none" });
  for (let stream = 0; stream < events / perStream; stream += 1) {
    const tenant = `bench-${stream}`;
    await stores.eventStore.appendToStream(
      `workspace-${tenant}`,
      Array.from({ length: perStream }, (_, n) => ({
        id: `${tenant}-${n}`,
        type: "ReportDesignCreated",
        data: { reportId: `${tenant}-${n}`, title: `Untitled${n + 1}`, grouping: 0, ordering: n, columns: [] },
        metadata: {
          schema: 1,
          correlation: "bench",
          causation: "bench",
          actor: { kind: "system", part: "bench" },
          tenant,
          instant: "2026-11-01T00:00:00.000Z",
        },
      })),
      { expectedVersion: "no-stream" },
    );
  }
  await stores.close();
};

/** Whether the web process stays responsive: /healthz while 200,000 events are projected and 120,000 orders exported. */
export const run = async (): Promise<Figure[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  try {
    await fill(dataDir);
    const sheaf = await startSheaf({ dataDir, env: { LOG_LEVEL: "error" } });
    try {
      const merchant = await logIn(sheaf, "cumulus-demo");
      const design = await createDesign(merchant);
      const job = await generate(merchant, design.id, { range: { kind: "noFilter" } });
      let busy = true;
      const ended = waitForExport(merchant, job.ReportExportId, 900_000).finally(() => {
        busy = false;
      });
      const times: number[] = [];
      while (busy) {
        const start = performance.now();
        const response = await fetch(`${sheaf.url}/healthz`);
        await response.arrayBuffer();
        times.push(performance.now() - start);
        await pause(5);
      }
      await ended;
      const p99 = percentile(times, 0.99);
      return [
        { name: `/healthz under load, p50 of ${times.length}`, value: percentile(times, 0.5), unit: "ms" },
        { name: "/healthz under load, p99", value: p99, unit: "ms", goal: { text: "under 25 ms", met: p99 < 25 } },
      ];
    } finally {
      await sheaf.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};
