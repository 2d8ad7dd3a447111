import type { IncomingMessage, ServerResponse } from "node:http";
import { type ExecuteOptions, executeRequest, type GraphqlRequest } from "../graphql/execute.ts";
import type { Fault, FaultKind } from "./faults.ts";
import { HttpProblem, readFields, sendJson } from "./http.ts";
import type { DemoStoreOptions } from "./options.ts";
import { API_VERSION, type ShopServices } from "./shop-services.ts";

const DAY = 86_400_000;
/** Default access to orders, days (P-1.6). */
const RECENT_DAYS = 60;
const UNAUTHORIZED = { errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" };

const VERSION = /^(\d{4}-(01|04|07|10)|unstable)$/;

const graphqlRequest = (body: Readonly<Record<string, unknown>>): GraphqlRequest => {
  const { query, variables, operationName } = body;
  if (typeof query !== "string") throw new HttpProblem(400, { errors: "Required parameter missing or invalid: query" });
  if (variables !== undefined && variables !== null && typeof variables !== "object")
    throw new HttpProblem(400, { errors: "Variables must be an object." });
  return {
    query,
    variables: { ...variables },
    ...(typeof operationName === "string" ? { operationName } : {}),
  };
};

/** A search warning, in the form for an unknown field. */
const unknownFieldWarning = {
  path: ["orders"],
  query: "unknown_field:1",
  parsed: { field: "unknown_field", match_all: "1" },
  warnings: [{ field: "unknown_field", message: "Invalid search field for this query.", code: "invalid_field" }],
};

const withWarning = (body: Record<string, unknown>): Record<string, unknown> => {
  const extensions = typeof body.extensions === "object" && body.extensions !== null ? body.extensions : {};
  const given = "search" in extensions && Array.isArray(extensions.search) ? extensions.search : [];
  return { ...body, extensions: { ...extensions, search: [...given, unknownFieldWarning] } };
};

const cut = (response: ServerResponse): void => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 100_000 });
  response.write('{"data":{"orders":{"nodes":[');
  setImmediate(() => response.destroy());
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

export type EndpointOptions = {
  services: ShopServices;
  options: DemoStoreOptions;
  version: string;
  request: IncomingMessage;
  response: ServerResponse;
};

/** Serves `POST /{shop}/admin/api/{version}/graphql.json` (P-4). */
export const serveGraphql = async ({
  services,
  options,
  version,
  request,
  response,
}: EndpointOptions): Promise<void> => {
  const { shop, stats, grants, faults } = services;
  if (!VERSION.test(version)) throw new HttpProblem(404, { errors: "Not Found" });
  stats.requests++;
  const body = graphqlRequest(await readFields(request));
  const due = new Map<FaultKind, Fault>(faults.takeForRequest().map((fault) => [fault.kind, fault]));
  // Answers every requested API version in this one.
  const headers = { "X-Shopify-API-Version": API_VERSION };

  if (due.has("silent")) {
    services.unanswered.add(response);
    response.once("close", () => services.unanswered.delete(response));
    return;
  }
  const slow = due.get("slow");
  if (slow) await sleep(slow.delayMs);
  const tooMany = due.get("429");
  if (tooMany) {
    stats.throttles++;
    sendJson(
      response,
      429,
      { errors: "Exceeded 2 calls per second for api client." },
      { ...headers, "Retry-After": tooMany.retryAfter.toFixed(1) },
    );
    return;
  }
  if (due.has("500")) {
    sendJson(response, 500, { errors: "Internal Server Error" }, headers);
    return;
  }
  if (due.has("cut")) {
    cut(response);
    return;
  }
  if (due.has("expired-token")) grants.expireTokens();
  if (due.has("revoked")) grants.revoke();
  const withdrawn = due.get("scope-withdrawn");
  if (withdrawn) grants.withdrawScope(withdrawn.scope);

  const token = request.headers["x-shopify-access-token"];
  const scopes = grants.scopesOf(typeof token === "string" ? token : undefined);
  if (!scopes) {
    stats.unauthorized++;
    sendJson(response, 401, UNAUTHORIZED, headers);
    return;
  }
  const now = options.now().getTime();
  const context: ExecuteOptions["context"] = {
    shop,
    orders: services.orders,
    count: services.count(),
    firstVisible: scopes.has("read_all_orders") ? 0 : shop.timeline.countBefore(now - RECENT_DAYS * DAY),
    now,
    clientId: options.clientId,
    scopes,
    billing: services.billing,
    webhooks: services.webhooks,
    bulk: services.bulk,
    bulkFaults: faults.takeForBulk,
    reports: [],
    onOrdersPage: () => {
      stats.orderPages++;
      const more = faults.ordersAfterPage();
      if (more > 0) services.insert(more);
    },
  };
  const outcome = await executeRequest({
    request: body,
    context,
    bucket: services.bucket,
    wall: () => options.wall().getTime(),
    debug: request.headers["shopify-graphql-cost-debug"] === "1",
    forceThrottle: due.has("throttle"),
  });
  if (outcome.kind === "throttled") stats.throttles++;
  if (outcome.kind === "answered") stats.queries++;
  sendJson(response, 200, due.has("search-warning") ? withWarning(outcome.body) : outcome.body, headers);
};
