import { randomUUID } from "node:crypto";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { chargeCurrency, type Tier, tiers } from "#domain/tiers/tiers.ts";
import type { Filter, FilterItem, UpdateFilterPayload } from "#domain/wire/filters/filters.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Json } from "#infra/ports/json.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { makeAutomation } from "#tests/support/given-automation.ts";
import { runProjections, serveProjections } from "#tests/support/run-projections.ts";
import { type Reply, startWebForTests } from "#tests/support/web-for-tests.ts";

/** A call's response with typed data. */
export type Told<Data> = Reply & { data: Data };

/** The web process with its projections, over the stores of the run. Close it after the tests. */
export const startWorkspace = async (environment: Record<string, string> = {}) => {
  const web = await startWebForTests(environment);
  const parked: string[] = [];
  const started: { stop(): Promise<void> }[] = [];
  const keep = <One extends (typeof started)[number]>(one: One): One => {
    started.push(one);
    return one;
  };

  /** Projections of a Sheaf `later` by some versions than this one. */
  const startProjections = (later = 0, readStore: ReadStore = web.readStore) =>
    keep(runProjections({ ...web, readStore }, { later, parked }));
  /** The web process is of a later Sheaf, too. */
  const startWeb = (later = 0) => {
    web.seen.readModels = serveProjections(web, later);
  };
  const first = startProjections();
  startWeb();

  /**
   * One window of a merchant: numbers its commands, and reads nothing older than its own writes. Windows that share
   * `seen` are tabs of one browser: each reads the others' writes.
   */
  const windowOf = (token: string, seen: { position: string | undefined } = { position: undefined }) => {
    const call = async <Data = Json>(
      method: "GET" | "POST" | "PUT",
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Told<Data>> => {
      const reply = await web.ask(method, path, {
        token,
        ...(body === undefined ? {} : { body }),
        headers: {
          ...(method === "GET" ? {} : { "x-command-id": randomUUID() }),
          ...(method === "GET" && seen.position !== undefined ? { "x-await-position": seen.position } : {}),
          ...headers,
        },
      });
      const reached = reply.headers.get("x-event-position") ?? "";
      if (reached > (seen.position ?? "")) seen.position = reached;
      return { ...reply, data: reply.envelope.Data as Data };
    };
    /** Reads an item as the editor does, with its ETag. */
    const read = async (id: string) => {
      const { data, headers, status } = await call<Filter>("GET", `filters/get-filter?id=${id}`);
      return { filter: data, etag: headers.get("etag") ?? "", status };
    };
    return {
      call,
      read,
      list: async () => (await call<FilterItem[]>("GET", "filters/get-filters")).data,
      /** The filters of the Manager, by id and in their order. */
      ownIds: async () =>
        (await call<FilterItem[]>("GET", "filters/get-filters")).data
          .filter(({ order_filter_view }) => order_filter_view === 0)
          .map(({ id }) => id),
      create: async () => (await call<Filter>("POST", "filters/create-new")).data,
      save: (filter: Partial<UpdateFilterPayload> & Filter, etag?: string) =>
        call<Filter>("PUT", "filters/update-filter", filter, etag === undefined ? {} : { "if-match": etag }),
    };
  };
  const run = async (tenant: string, command: WithoutContext<WorkspaceCommand>) => {
    const result = await web.runner.execute(
      workspaceDecider,
      tenant,
      (context): WorkspaceCommand => ({ ...command, context }),
      { tenant, actor: { kind: "merchant" }, correlation: "given" },
    );
    if (isRefusal(result)) throw new Error(result.message);
    return result;
  };

  return {
    ...web,
    parked,
    windowOf,
    run,
    /** A shop that has come in, with a window open. */
    givenMerchant: async (shop = "nimbus-demo") => {
      const { tenant, token } = await web.givenShop(shop);
      const { position } = await run(tenant, { type: "EnsureSystemFilters" });
      const seen = { position };
      return { tenant, token, ...windowOf(token, seen), another: () => windowOf(token, seen) };
    },
    /** The support gives the shop another tier, and the shop pays for it. */
    givenTier: async (tenant: string, tier: Tier) => {
      const subscriptionId = `gid://shopify/AppSubscription/${tier}-${tenant}`;
      const { monthlyPrice: price } = tiers[tier];
      const confirmationUrl = "https://platform.example/charge";
      await web.onShop(tenant, { type: "ChangeTier", tier });
      await web.onShop(tenant, {
        type: "RequestCharge",
        subscriptionId,
        price,
        currency: chargeCurrency,
        confirmationUrl,
      });
      await web.onShop(tenant, { type: "ActivateCharge", subscriptionId });
      web.platform.subscriptions.push({ id: subscriptionId, name: "Sheaf", status: "ACTIVE", test: true });
    },
    /** An automated report that uses a design and a filter, started. */
    givenAutomation: (tenant: string, title: string, uses: { reportId: string; filterId: string }) =>
      makeAutomation(web.runner, tenant, { title, ...uses }),
    startProjections,
    startWeb,
    /** The projections that were begun with the web process. */
    stopProjections: first.stop,
    close: async () => {
      for (const { stop } of started) await stop();
      await web.close();
    },
  };
};

export type Workspace = Awaited<ReturnType<typeof startWorkspace>>;

/** The parts of a response that tell a refusal. */
export const refusalIn = ({ status, envelope }: Reply) => ({
  status,
  code: envelope.ErrorCode,
  message: envelope.ErrorMessage,
});

/** Fields that ErrorDetails names. */
export const fieldsIn = ({ envelope }: Reply): string[] =>
  (JSON.parse(envelope.ErrorDetails ?? "[]") as { field: string }[]).map(({ field }) => field);
