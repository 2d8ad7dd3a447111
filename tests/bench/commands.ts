import { logIn } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, percentile } from "./measure.ts";

const clients = 20;
const each = 9;

/** How long a command takes over HTTP, durable append included, with 20 clients at once on one shop and on two. */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" } });
  try {
    const shops = await Promise.all(["borealis-demo", "cumulus-demo"].map((shop) => logIn(sheaf, shop)));
    const measure = async (name: string, merchantOf: (client: number) => (typeof shops)[number] | undefined) => {
      const times: number[] = [];
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let n = 0; n < each / 2; n += 1) {
            const start = performance.now();
            await merchantOf(client)?.client.data("POST", "reports/create-new");
            times.push(performance.now() - start);
          }
        }),
      );
      return [
        { name: `${name}, p50`, value: percentile(times, 0.5), unit: "ms" },
        { name: `${name}, p99`, value: percentile(times, 0.99), unit: "ms" },
      ];
    };
    return [
      ...(await measure("command, 20 clients of one shop", () => shops[0])),
      ...(await measure("command, 20 clients of two shops", (client) => shops[client % 2])),
    ];
  } finally {
    await sheaf.stop();
  }
};
