import { createDesign, download, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import type { CommandTimes } from "./commands.ts";
import { measureCommands } from "./commands.ts";
import type { SetUp } from "./engines-set-ups.ts";
import { median, seconds } from "./measure.ts";

/** Everything starts over engines on the same two cores. */
export const readyWithin = 180_000;

/** Commands over HTTP of 20 clients, `each` of every one, by all processes of Sheaf. */
export const commandTimes = async (setUp: SetUp, each: number): Promise<CommandTimes> => {
  const { settings, end } = await setUp.fresh();
  try {
    return await measureCommands({ settings, each });
  } finally {
    await end();
  }
};

/** Seconds from Generate to the last byte of the file, of all orders of borealis as CSV, with its store in the same machine. */
export const exportSeconds = async (setUp: SetUp, rounds: number): Promise<number> => {
  const { settings, end } = await setUp.fresh();
  try {
    const sheaf = await startSheaf({
      env: { LOG_LEVEL: "error", DEMO_ORDERS_PER_MINUTE: "0", ...settings },
      readyWithin,
    });
    try {
      const merchant = await logIn(sheaf, "borealis-demo");
      const design = await createDesign(merchant);
      const times: number[] = [];
      // The first one makes the store's orders, and is not counted.
      for (let round = 0; round <= rounds; round += 1)
        times.push(
          await seconds(async () => {
            const { ReportExportId } = await generate(merchant, design.id, { range: { kind: "noFilter" } });
            await download(merchant, await waitForExport(merchant, ReportExportId, 240_000));
          }),
        );
      return median(times.slice(1));
    } finally {
      await sheaf.stop();
    }
  } finally {
    await end();
  }
};
