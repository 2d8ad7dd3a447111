import { FileType } from "#domain/enumerations.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { watchMemory } from "../load/memory.ts";
import type { Figure } from "./measure.ts";

const within = 900_000;
/** Points that the platform gives a shop in a second: an export waits for them most of the time, as on the real one. */
const throttled = "6000";

/** Two exports of each of two shops at one moment: when the last is finished, and the most memory that an exporter took. */
const measure = async (exportsAtOnce: number): Promise<{ seconds: number; peakMiB: number }> => {
  const sheaf = await startSheaf({
    env: {
      LOG_LEVEL: "error",
      EXPORTS_AT_ONCE: String(exportsAtOnce),
      DEMO_ORDERS_PER_MINUTE: "0",
      DEMO_STORE_POINTS_PER_SECOND: throttled,
    },
  });
  try {
    const shops = [
      { shop: "borealis-demo", range: { kind: "noFilter" } },
      { shop: "cumulus-demo", range: { kind: "ninetyDays" } },
    ] as const;
    const merchants = await Promise.all(
      shops.map(async ({ shop, range }) => {
        const merchant = await logIn(sheaf, shop);
        return { merchant, range, design: await createDesign(merchant) };
      }),
    );
    const memory = await watchMemory(sheaf.process.pid ?? 0);
    const start = performance.now();
    await Promise.all(
      merchants.flatMap(({ merchant, range, design }) =>
        [FileType.Csv, FileType.Excel].map(async (fileType) => {
          const job = await generate(merchant, design.id, { range, fileType });
          await waitForExport(merchant, job.ReportExportId, within);
        }),
      ),
    );
    const seconds = (performance.now() - start) / 1_000;
    const found = await memory.end();
    return { seconds, peakMiB: Math.max(...["exporter", "exporter 2"].map((name) => found.get(name)?.peak ?? 0)) };
  } finally {
    await sheaf.stop();
  }
};

/** The gain and cost of several concurrent exports in a process, compared with sequential ones. */
export const run = async (): Promise<Figure[]> => {
  const one = await measure(1);
  const figures: Figure[] = [];
  for (const atOnce of [2, 4]) {
    const { seconds, peakMiB } = await measure(atOnce);
    figures.push(
      {
        name: `four exports of two throttled shops, ${atOnce} at once`,
        value: seconds,
        unit: "s",
        peer: { name: "one after the other", value: one.seconds, ratio: seconds / one.seconds },
      },
      {
        name: `most memory of an exporter, ${atOnce} at once`,
        value: peakMiB,
        unit: "MiB",
        peer: { name: "one after the other", value: one.peakMiB, ratio: peakMiB / one.peakMiB },
      },
    );
  }
  return figures;
};
