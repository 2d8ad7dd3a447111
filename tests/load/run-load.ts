import { setTimeout as pause } from "node:timers/promises";
import { createRandom, mix } from "#demo-store/generate/random.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { HistoryItem, HistoryPage } from "#domain/wire/history.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { smallShopName } from "#infra/config/small-shops.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import type { AnsweredCall } from "#tests/support/http-client.ts";
import { logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { type Client, drawn } from "./actions.ts";
import { type Memory, watchMemory } from "./memory.ts";
import { givenPasts } from "./past.ts";

export type LoadOptions = {
  clients: number;
  shops: number;
  /** How long they work, s. */
  seconds: number;
  /** Edits behind a filter of each shop. */
  edits: number;
  seed: number;
  /** Further settings of the product. */
  env?: Record<string, string>;
};

/** People's thinking time between two actions, ms. */
const think = [200, 600] as const;

export type LoadResult = {
  /** By route: how long each call took, ms. */
  times: ReadonlyMap<string, number[]>;
  memory: ReadonlyMap<string, Memory>;
  /** Unexpected events in words: failed responses, lost edits. */
  surprises: string[];
  saves: number;
  downloads: number;
};

const routeOf = ({ method, path }: AnsweredCall) => `${method} ${path.split("?", 1)[0]}`;

/** Works by the plan until the end. The same seed draws the same actions. */
const work = async (client: Client, end: number, surprises: string[]): Promise<void> => {
  while (performance.now() < end) {
    await pause(client.random.int(...think));
    const act = drawn(client.random);
    await act(client).catch((error: Error) => surprises.push(`client ${client.number}: ${error.message}`));
  }
};

/** The final state must equal the last acknowledged one. */
const lostEdits = async ({ number, merchant, own }: Client): Promise<string[]> => {
  const standing = await merchant.client.data<Filter>("GET", `filters/get-filter?id=${own.id}`);
  const [is, should] = [standing, own].map(({ title, OrderSievers }) => JSON.stringify({ title, OrderSievers }));
  return is === should ? [] : [`client ${number} saved ${should}, and there is ${is}`];
};

/** Every line of a history, page after page. */
const wholeHistory = async ({ merchant }: Client, id: string): Promise<HistoryItem[]> => {
  const lines: HistoryItem[] = [];
  let before: string | null = "";
  while (before !== null) {
    const path: string = `filters/history?id=${id}${before === "" ? "" : `&before=${before}`}`;
    const page: HistoryPage = await merchant.client.data<HistoryPage>("GET", path);
    lines.push(...page.Items);
    before = page.Before;
  }
  return lines;
};

/** Every edit of the shared filter has its line. The lines of one's own filter are in order, back to its creation. */
const brokenHistories = async (client: Client, edits: number): Promise<string[]> => {
  const { number, past, own } = client;
  const [much, ofOwn] = [await wholeHistory(client, past), await wholeHistory(client, own.id)];
  const versions = ofOwn.map(({ Version }) => Version);
  const inOrder = versions.every((version, place) => place === 0 || version < (versions[place - 1] ?? 0));
  return [
    ...(much.length === edits + 1
      ? []
      : [`client ${number} sees ${much.length} lines of ${edits} edits and a creation`]),
    ...(inOrder && ofOwn.at(-1)?.Sentence.startsWith("Created as")
      ? []
      : [`the history of client ${number} is broken`]),
  ];
};

/**
 * Starts the product with its demo shops, lets so many people work in them, and holds what they met against what they
 * did.
 */
export const runLoad = async ({ clients, shops, seconds, edits, seed, env }: LoadOptions): Promise<LoadResult> => {
  const settings = { LOG_LEVEL: "error", RATE_LIMIT: "false", DEMO_SHOPS: String(shops), ...env };
  const sheaf = await startSheaf({ env: settings });
  const stores = await openStores({
    config: { DATA_DIR: sheaf.dataDir },
    clock: createSystemClock(),
    readModels: "read",
  });
  try {
    const times = new Map<string, number[]>();
    const surprises: string[] = [];
    let measuring = true;
    const onAnswer = (call: AnsweredCall): void => {
      if (!measuring) return;
      const route = routeOf(call);
      times.set(route, [...(times.get(route) ?? []), call.ms]);
      if (call.status >= 500) surprises.push(`${route} answered ${call.status}`);
    };
    const memory = await watchMemory(sheaf.process.pid ?? 0);
    const names = Array.from({ length: shops }, (_, n) => smallShopName(n + 1));
    const first = await Promise.all(names.map((shop) => logIn(sheaf, shop, { onAnswer })));
    const pasts = await givenPasts(
      stores,
      first.map(({ account }) => account.id),
      edits,
    );
    const merchantFor = (n: number): Promise<Merchant> | Merchant =>
      first[n] ?? logIn(sheaf, names[n % shops] ?? "", { onAnswer });
    const all = await Promise.all(
      Array.from({ length: clients }, async (_, number): Promise<Client> => {
        const merchant = await merchantFor(number);
        const [report] = await merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports");
        const reportId = report?.id ?? (await merchant.client.data<ReportDesignItem>("POST", "reports/create-new")).id;
        return {
          sheafUrl: sheaf.url,
          number,
          random: createRandom(mix(seed, number)),
          merchant,
          past: pasts.get(merchant.account.id) ?? "",
          own: await merchant.client.data<Filter>("POST", "filters/create-new"),
          job: null,
          reportId,
          saves: 0,
          downloads: 0,
        };
      }),
    );
    const end = performance.now() + seconds * 1_000;
    await Promise.all(all.map((client) => work(client, end, surprises)));
    measuring = false;
    for (const { merchant, job } of all) if (job) await waitForExport(merchant, job.ReportExportId, 120_000);
    for (const client of all) surprises.push(...(await lostEdits(client)), ...(await brokenHistories(client, edits)));
    const sum = (of: (client: Client) => number) => all.reduce((total, client) => total + of(client), 0);
    return {
      times,
      memory: await memory.end(),
      surprises,
      saves: sum((client) => client.saves),
      downloads: sum((client) => client.downloads),
    };
  } finally {
    await stores.close();
    await sheaf.stop();
  }
};
