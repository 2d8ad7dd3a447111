import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { toSmallShopRange } from "#infra/config/small-shops.ts";
import { demoPeoplePath } from "#infra/config/support.ts";
import { DEMO_SHOP_NAMES, shopSeed } from "./generate/shops.ts";
import { createCalls } from "./mailbox/calls.ts";
import { createOutboxReader } from "./mailbox/read-outbox.ts";
import { type Mailbox, serveMailbox } from "./mailbox/serve.ts";
import type { PeopleProvider } from "./people/provider.ts";
import { servePicture } from "./pictures/serve.ts";
import { serveBulkFile } from "./server/bulk-file.ts";
import { handleControl } from "./server/control.ts";
import { serveGraphql } from "./server/graphql-endpoint.ts";
import { HttpProblem, redirect, sendHtml, sendJson } from "./server/http.ts";
import { APP_NAME, serveAccessToken, serveCharge, serveConsent } from "./server/oauth-pages.ts";
import type { DemoStoreOptions } from "./server/options.ts";
import { indexPage, installLink, noSuchStorePage } from "./server/pages.ts";
import { createShopServices, type ShopServices } from "./server/shop-services.ts";
import { createInstallationStore } from "./services/state.ts";

/** Defaults are those of `npm start`, but with state in memory. */
export type CreateDemoStoreOptions = Partial<Omit<DemoStoreOptions, "origin">> & {
  /** Public address; default `http://localhost:{port}`. */
  origin?: string;
};

export type DemoStore = {
  /** Listens on a port (0: a free one) and returns the address. */
  listen(port: number, host?: string): Promise<string>;
  close(): Promise<void>;
  shopServices(shop: string): ShopServices;
};

/** Interval between checks for new orders, ms. */
const announceEveryMs = 500;

const NOT_FOUND = { errors: "Not Found" };

/** The store platform on this machine: OAuth, billing, webhooks and the GraphQL API over generated orders. */
export const createDemoStore = (given: CreateDemoStoreOptions = {}): DemoStore => {
  let port = 3100;
  const options: DemoStoreOptions = {
    demoNow: new Date(),
    ordersPerMinute: 0,
    pointsPerSecond: 50_000,
    smallShops: 0,
    clientId: "sheaf-demo",
    clientSecret: "sheaf-demo-secret",
    appUrl: "http://localhost:3000",
    now: () => new Date(),
    wall: () => new Date(),
    ...given,
    origin: () => given.origin ?? `http://localhost:${port}`,
  };
  const state = createInstallationStore(options.statePath);
  const isShop = (name: string): boolean => shopSeed(name, options.smallShops) !== undefined;
  /** Services of each shop, created on its first request, so a thousand unused shops cost nothing. */
  const servicesByShop = new Map<string, ShopServices>();
  const services = (shop: string): ShopServices => {
    const known = servicesByShop.get(shop);
    if (known) return known;
    if (!isShop(shop)) throw new HttpProblem(404, NOT_FOUND);
    const made = createShopServices(shop, options, state);
    servicesByShop.set(shop, made);
    return made;
  };

  const mailbox: Mailbox = {
    outbox: options.outboxFolder === undefined ? undefined : createOutboxReader(options.outboxFolder),
    calls: createCalls(options.wall),
    appUrl: options.appUrl,
    origin: options.origin,
    shopOf: (name) => (isShop(name) ? services(name).shop : undefined),
  };

  /** Created at the first sign-in: most people never open the console. */
  let people: Promise<PeopleProvider> | undefined;
  const getPeopleProvider = (): Promise<PeopleProvider> => {
    const { support } = options;
    if (support === undefined) throw new HttpProblem(404, NOT_FOUND);
    people ??= import("./people/provider.ts").then(({ createPeopleProvider }) =>
      createPeopleProvider({ ...support, origin: options.origin() }),
    );
    return people;
  };

  const index = (response: ServerResponse): void => {
    const inUse = state.installedIn().filter((name) => !DEMO_SHOP_NAMES.includes(name) && isShop(name));
    const shops = [...DEMO_SHOP_NAMES, ...inUse.toSorted()].map((name) => {
      const { shop, count, grants } = services(name);
      const { title, zone, currency, plan } = shop;
      return { name, title, zone, currency, plan, orders: count(), installed: grants.installed() };
    });
    sendHtml(response, 200, indexPage(APP_NAME, shops, toSmallShopRange(options.smallShops)));
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://demo.store");
    const [first = "", second = "", ...rest] = url.pathname.split("/").slice(1);
    const method = request.method ?? "GET";
    if (first === "") return index(response);
    if (first === "mailbox")
      return serveMailbox(mailbox, { path: [second, ...rest].join("/"), url, request, response });
    if (`/${first}` === demoPeoplePath) return (await getPeopleProvider()).serve(request, response);
    if (first === "healthz") return sendJson(response, 200, { ok: true });
    if (first === "_control") return handleControl(services(second), rest.join("/"), request, response);
    if (first === "_bulk" && method === "GET")
      return serveBulkFile({ services: services(second), url, request, response });
    const path = [second, ...rest].join("/");
    // People may mistype a shop's name on the app's login page.
    if (path === "admin/oauth/authorize" && !isShop(first)) throw new HttpProblem(404, noSuchStorePage());
    const own = services(first);
    const exchange = { services: own, options, url, request, response };
    const api = /^admin\/api\/([^/]+)\/graphql\.json$/.exec(path);
    if (api?.[1] && method === "POST") return serveGraphql({ ...exchange, version: api[1] });
    const page = method === "GET" || method === "POST";
    if (path === "admin/oauth/authorize" && page) return serveConsent(exchange);
    if (path === "admin/oauth/access_token" && method === "POST") return serveAccessToken(exchange);
    const chargeNumber = /^admin\/charges\/(\d+)\/confirm_recurring_application_charge$/.exec(path)?.[1];
    if (chargeNumber && page) return serveCharge(exchange, chargeNumber);
    if (path === "admin/uninstall" && method === "POST") {
      own.uninstall();
      return redirect(response, "/");
    }
    if (path === "admin/apps/sheaf" && method === "GET")
      return redirect(
        response,
        installLink(options.appUrl, options.clientSecret, own.domain, options.wall().getTime()),
      );
    if (/^cdn\/products\/[\d-]+\.png$/.test(path) && method === "GET") {
      own.stats.pictures++;
      const width = url.searchParams.get("width");
      return servePicture(response, { name: `${first}/${path}`, width, fault: own.faults.takeForPicture() });
    }
    throw new HttpProblem(404, NOT_FOUND);
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    route(request, response).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      if (error instanceof HttpProblem) {
        if (typeof error.body === "string") sendHtml(response, error.status, error.body);
        else sendJson(response, error.status, error.body);
        return;
      }
      process.stderr.write(`The demo store failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      sendJson(response, 500, { errors: "Internal Server Error" });
    });
  };

  /** Announces new orders. Skips shops without the app, and doesn't create them. */
  const announceTimer =
    options.ordersPerMinute > 0
      ? setInterval(() => {
          for (const name of state.installedIn()) if (isShop(name)) services(name).announceOrders();
        }, announceEveryMs).unref()
      : undefined;

  const server: Server = createServer(serve);
  server.keepAliveTimeout = 30_000;
  return {
    shopServices: services,
    listen: (wanted, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(wanted, host, () => {
          server.off("error", reject);
          const address = server.address();
          if (typeof address === "object" && address !== null) port = address.port;
          resolve(options.origin());
        });
      }),
    close: async () => {
      clearInterval(announceTimer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([
        closed,
        ...[...servicesByShop.values()].flatMap((one) => [one.webhooks.close(), one.bulk.close()]),
      ]);
    },
  };
};
