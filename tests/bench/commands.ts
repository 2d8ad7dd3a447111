import type { Filter } from "#domain/wire/filters.ts";
import { smallShopName } from "#infra/config/small-shops.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, percentile } from "./measure.ts";

const clients = 20;
const warmUp = 10;
const measured = 60;
const goal = 3;

/** Each client renames a filter of its own, again and again, as fast as it is answered; answers how long each took, ms. */
const rename = async (merchants: readonly Merchant[], each: number): Promise<number[]> => {
  const times: number[] = [];
  await Promise.all(
    merchants.map(async ({ client }, number) => {
      let filter = await client.data<Filter>("POST", "filters/create-new");
      for (let n = 0; n < each; n += 1) {
        const start = performance.now();
        filter = await client.data<Filter>("PUT", "filters/update-filter", { ...filter, title: `${number} ${n}` });
        times.push(performance.now() - start);
      }
      await client.data("POST", "filters/delete", filter.id);
    }),
  );
  return times;
};

const figuresOf = (name: string, times: readonly number[]): Figure[] => {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return [
    { name: `command, ${name}, p50 of ${times.length}`, value: p50, unit: "ms" },
    {
      name: `command, ${name}, p99`,
      value: p99,
      unit: "ms",
      peer: { name: "p50", value: p50, ratio: p99 / p50 },
      goal: { text: `at most ${goal} times p50`, met: p99 <= goal * p50 },
    },
  ];
};

/** How long a command takes over HTTP, durable and with 20 clients who wait for nothing else: of one shop, and of 20. */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error", RATE_LIMIT: "false", DEMO_SHOPS: String(clients) } });
  try {
    // The plan of this shop allows 200 filters.
    const one = await logIn(sheaf, "cumulus-demo");
    const many: Merchant[] = [];
    for (let n = 1; n <= clients; n += 1) many.push(await logIn(sheaf, smallShopName(n)));
    const ofOne = many.map(() => one);
    for (const merchants of [ofOne, many]) await rename(merchants, warmUp);
    return [
      ...figuresOf(`${clients} clients of one shop`, await rename(ofOne, measured)),
      ...figuresOf(`${clients} clients of ${clients} shops`, await rename(many, measured)),
    ];
  } finally {
    await sheaf.stop();
  }
};
