import type { Filter } from "#domain/wire/filters/filters.ts";
import { smallShopName } from "#infra/config/small-shops.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import type { CommandTimes } from "./commands.ts";
import { percentile } from "./measure.ts";

const clients = 20;
const warmUp = 30;
/** `each`: commands of each client; else so many that the slowest hundredth of them all isn't a handful. */
const { settings = {}, each: measured = 300 } = JSON.parse(process.argv[2] ?? "{}") as {
  settings?: Record<string, string>;
  each?: number;
};

/** Each client renames its own filter, again and again, as fast as it is answered; answers how long each took, ms. */
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

/** The process of the clients. It prints a `CommandTimes` as JSON. */
const sheaf = await startSheaf({
  env: { LOG_LEVEL: "error", RATE_LIMIT: "false", DEMO_SHOPS: String(clients), ...settings },
  readyWithin: 180_000,
});
try {
  // The plan of this shop allows 200 filters.
  const one = await logIn(sheaf, "cumulus-demo");
  const many: Merchant[] = [];
  for (let n = 1; n <= clients; n += 1) many.push(await logIn(sheaf, smallShopName(n)));
  const converters = many.map(() => one);
  for (const merchants of [converters, many]) await rename(merchants, warmUp);
  const timed: CommandTimes = [];
  for (const [of, merchants] of [
    ["one shop", converters],
    [`${clients} shops`, many],
  ] as const) {
    const times = await rename(merchants, measured);
    timed.push({
      name: `${clients} clients of ${of}`,
      count: times.length,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
    });
  }
  console.log(JSON.stringify(timed));
} finally {
  await sheaf.stop();
}
