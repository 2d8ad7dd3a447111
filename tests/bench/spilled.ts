import { logIn } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { measureExport } from "./export.ts";
import type { Figure } from "./measure.ts";

const shop = "cumulus-demo";
/** More than any of these reports holds. */
const allInMemory = "100000";

/** Time and peak memory of reports that hold 120,000 orders until the last, each beside the same with all of it in memory. */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" } });
  try {
    const figures: Figure[] = [];
    const merchant = await logIn(sheaf, shop);
    const client = await measureExport(sheaf, merchant, "client");
    figures.push({ name: `${shop}, the client alone, peak memory`, value: client.peakMiB, unit: "MiB" });
    for (const mode of ["sorted", "variants", "by-vendor"] as const) {
      const spilled = await measureExport(sheaf, merchant, mode);
      const held = await measureExport(sheaf, merchant, mode, { SPILL_AFTER_MB: allInMemory });
      const peer = (value: number, own: number) => ({ name: "in memory", value, ratio: own / value });
      figures.push(
        { name: `${shop}, ${mode}`, value: spilled.seconds, unit: "s", peer: peer(held.seconds, spilled.seconds) },
        {
          name: `${shop}, ${mode}, processor`,
          value: spilled.cpuSeconds,
          unit: "s",
          peer: peer(held.cpuSeconds, spilled.cpuSeconds),
        },
        {
          name: `${shop}, ${mode}, peak memory`,
          value: spilled.peakMiB,
          unit: "MiB",
          peer: peer(held.peakMiB, spilled.peakMiB),
        },
      );
    }
    return figures;
  } finally {
    await sheaf.stop();
  }
};
