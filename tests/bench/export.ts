import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { codeCache } from "#processes/code-cache.ts";
import { exporterStart } from "#processes/processes.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, median } from "./measure.ts";

type Measured = { orders: number; seconds: number; peakMiB: number; cpuSeconds: number };

const child = fileURLToPath(new URL("./export-child.ts", import.meta.url));

/** One measurement in its own process; `mode`: see export-child.ts. */
export const measureExport = async (
  sheaf: StartedSheaf,
  merchant: Merchant,
  mode: "client" | "export" | "sorted" | "variants" | "by-vendor",
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...exporterStart.flags, child, mode, merchant.account.id, merchant.shop],
    {
      env: {
        ...process.env,
        ...codeCache,
        ...exporterStart.environment,
        DATA_DIR: sheaf.dataDir,
        STORE_URL_TEMPLATE: `${sheaf.demoUrl}/{shop}`,
        ...env,
      },
    },
  );
  return JSON.parse(stdout) as Measured;
};

/** Orders a second and peak memory of exports to CSV, each beside the platform client alone in the same run. */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" } });
  try {
    const figures: Figure[] = [];
    for (const { shop, rounds } of [
      { shop: "borealis-demo", rounds: 3 },
      { shop: "cumulus-demo", rounds: 1 },
    ]) {
      const merchant = await logIn(sheaf, shop);
      await measureExport(sheaf, merchant, "client");
      const exported: Measured[] = [];
      const fetched: Measured[] = [];
      for (let round = 0; round < rounds; round += 1) {
        exported.push(await measureExport(sheaf, merchant, "export"));
        fetched.push(await measureExport(sheaf, merchant, "client"));
      }
      const of = (runs: Measured[], pick: (run: Measured) => number) => median(runs.map(pick));
      const speed = of(exported, (run) => run.orders / run.seconds);
      const alone = of(fetched, (run) => run.orders / run.seconds);
      const memory = of(exported, (run) => run.peakMiB);
      const memoryAlone = of(fetched, (run) => run.peakMiB);
      figures.push(
        {
          name: `${shop} to CSV`,
          value: speed,
          unit: "orders/s",
          peer: { name: "client alone", value: alone, ratio: alone / speed },
        },
        {
          name: `${shop} to CSV, peak memory`,
          value: memory,
          unit: "MiB",
          peer: { name: "client alone", value: memoryAlone, ratio: memory / memoryAlone },
        },
      );
    }
    return figures;
  } finally {
    await sheaf.stop();
  }
};
