import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { serveReadModels } from "#application/read-models/serve.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { collections } from "#domain/read-models/documents.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { startConsoleForTests } from "#tests/support/console-for-tests.ts";
import type { ConsoleDeps } from "../../support-api/deps.ts";
import { consoleRoutes } from "../../support-api/routes.ts";
import { fillConsole, instantOf } from "./fill-console.ts";
import { type Figure, median, percentile, seconds } from "./measure.ts";

const rounds = 40;
/** From the first event each: they take longer. */
const replays = 5;

/** Calls that aren't lists: the signed-in person, the search box, and the activity, which is measured separately. */
const noLists = new Set(["me", "search", "happenings"]);
/** Every list of the console, including new ones. */
const lists = consoleRoutes({ config: {} } as unknown as ConsoleDeps)
  .filter(({ method, path }) => method === "GET" && !path.includes(":") && !noLists.has(path))
  .map(({ path }) => path);

const asked = (filter: object, more: Record<string, unknown> = {}): string =>
  Object.entries({ filter, ...more })
    .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join("&");

const ms = async (work: () => Promise<unknown>): Promise<number> => (await seconds(work)) * 1_000;

/**
 * The support console over 1,000 shops and 200,000 events in SQLite, over HTTP: each of its lists, the activity of a
 * shop with 50,000 events, and its workspace of 30,000 as of instants that nobody asked for before.
 */
export const run = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-console-"));
  // The console's clock, which ends sessions.
  const clock = createFakeClock();
  const stores = await openStores({ config: { DATA_DIR: folder }, clock, readModels: "write" });
  const readModels = serveReadModels({ readStore: stores.readStore });
  try {
    const { tenant, shop, edits } = await fillConsole(stores, clock.now());
    const events = await readModels.count(collections.happenings.name);
    const ofShop = await readModels.count(collections.happenings.name, [{ field: "tenant", equals: tenant }]);
    const open = async () => ({ ...stores, parts: 1, close: async () => {} });
    const support = await startConsoleForTests({ open, readModels });
    try {
      const { cookie } = await support.signIn("viewer");
      const call = async (path: string): Promise<string> => {
        const { status, text } = await support.ask(`/support/api/${path}`, { cookie });
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
        return text;
      };
      /** Ours and the peer by turns; the first two rounds warm both. */
      const measured = async (
        name: string,
        goal: number,
        ours: (round: number) => Promise<unknown>,
        peer: { name: string; work: (round: number) => Promise<unknown>; every?: number },
      ): Promise<Figure[]> => {
        const [own, other]: [number[], number[]] = [[], []];
        for (let round = 0; round < rounds + 2; round += 1) {
          own.push(await ms(() => ours(round)));
          if (round % (peer.every ?? 1) === 0) other.push(await ms(() => peer.work(round)));
        }
        const [times, others] = [own.slice(2), other.slice(1)];
        const worst = percentile(times, 0.99);
        const value = median(times);
        const beside = median(others);
        return [
          {
            name: `${name}, p50`,
            value,
            unit: "ms",
            peer: { name: peer.name, value: beside, ratio: value / beside },
          },
          {
            name: `${name}, p99`,
            value: worst,
            unit: "ms",
            goal: { text: `under ${goal} ms`, met: worst < goal },
          },
        ];
      };
      const session = { name: "'me', the same session and HTTP alone", work: () => call("me") };
      const figures: Figure[] = [];
      for (const list of lists) figures.push(...(await measured(`list ${list}`, 200, () => call(list), session)));
      for (const [name, path] of [
        ["shops that begin so", `shops?${asked({ q: "bench-05" })}`],
        ["runs of one shop", `runs?${asked({ tenant })}`],
        ["runs by outcome", `runs?${asked({ outcome: "delivered" })}`],
        ["exports, the 10,000th row", `exports?${asked({}, { range: [9_975, 9_999] })}`],
        ["search by the id of a request", "search?q=given"],
        ["search by what something is called", "search?q=report"],
      ] as const)
        figures.push(...(await measured(name, 200, () => call(path), session)));

      const bare = {
        name: "its documents alone, from the read store",
        work: () =>
          readModels.find(collections.happenings.name, {
            where: [{ field: "tenant", equals: tenant }],
            sort: [{ field: "when", descending: true }],
            limit: 25,
          }),
      };
      for (const [name, filter, more] of [
        ["newest page", {}, {}],
        ["of filters alone", { thing: "filter" }, {}],
        ["by Sheaf alone", { by: "Sheaf" }, {}],
        ["before a day", { before: instantOf(edits / 2) }, {}],
        ["the 10,000th line", {}, { range: [9_975, 9_999] }],
      ] as const) {
        const path = `happenings?${asked({ tenant, ...filter }, more)}`;
        const of = `story of ${ofShop.toLocaleString("en")} of ${events.toLocaleString("en")} events, ${name}`;
        figures.push(...(await measured(of, 300, () => call(path), bare)));
      }

      const asOf = (n: number) => call(`shops/${tenant}/as-of?at=${encodeURIComponent(instantOf(n))}`);
      const firstLook = await ms(() => asOf(edits / 2));
      /** Somewhere else each time: no state that is in memory. */
      const placeOf = (round: number): number => (round * 7_919 + 211) % edits;
      const startedOver = (stateStore: StateStore) =>
        createCommandRunner({ eventStore: stores.eventStore, stateStore, clock, ids: createSystemIds(), upcasters });
      const replaying = () => startedOver(createMemoryStateStore(clock));
      /** Loads an as-of view in a new process, so everything comes from the stores. */
      const afterStart = (n: number): Promise<number> => {
        const runner = startedOver(stores.stateStore);
        const [then, now] = [
          () => runner.loadAt(workspaceDecider, tenant, n),
          () => runner.load(workspaceDecider, tenant),
        ];
        return ms(() => Promise.all([then(), now()]));
      };
      const started: number[] = [];
      for (let round = 0; round < replays; round += 1) started.push(await afterStart(placeOf(round)));
      const slowest = Math.max(...started);
      figures.push(
        {
          name: `the workspace then and now, in a process just started: the slowest of ${replays}`,
          value: slowest,
          unit: "ms",
          goal: { text: "under 300 ms", met: slowest < 300 },
        },
        {
          name: `${shop} as of an instant, the first look at a stream from before states were kept: ${edits.toLocaleString("en")} events replayed`,
          value: firstLook,
          unit: "ms",
        },
        ...(await measured(
          `workspace of ${edits.toLocaleString("en")} events as of an instant`,
          300,
          (n) => asOf(placeOf(n)),
          {
            name: "the same state from the first event on",
            work: (n) => replaying().loadAt(workspaceDecider, tenant, placeOf(n)),
            every: Math.floor(rounds / replays),
          },
        )),
      );
      return figures;
    } finally {
      await support.close();
    }
  } finally {
    await stores.close();
    await rm(folder, { recursive: true });
  }
};
