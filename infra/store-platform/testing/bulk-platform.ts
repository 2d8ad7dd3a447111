import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import type { BulkOperation } from "../../ports/store-platform.ts";
import { createStorePlatform } from "../create-store-platform.ts";
import { access, fakeTime, tokenAnswer } from "./fakes.ts";
import { createInspectableStateStore, createInspectableVault } from "./stores.ts";

export type ServeFile = (response: ServerResponse, request: IncomingMessage, time: number) => void;

/** Values that an operation reports, where they differ from its file. */
export type ReportedOperation = Partial<{
  status: string;
  errorCode: string | null;
  objects: number;
  orders: number;
  bytes: number | null;
  url: string | null;
  partialUrl: string;
}>;

type OrderOf = (id: string) => object | null;
type GraphqlBody = { query?: string; variables?: Record<string, string> };

/** Within a text its quotes are escaped. */
const parentOf = /(?<!\\)"__parentId":/;

export const fakeBulkOperation: BulkOperation = {
  id: "gid://shopify/BulkOperation/1",
  query: "{}",
  fields: ["createdAt", "name", "note", "lineItems.nodes.title"],
  denied: [],
  lacking: [],
};

/**
 * A platform whose bulk operation is complete, and a client whose waits take no time. `serve` answers requests for the
 * file; by default with `text`.
 */
export const createBulkPlatform = async (text: string) => {
  let reportedOperation: ReportedOperation = {};
  let serve: ServeFile = (response) => response.end(text);
  let orderOf: OrderOf = () => null;
  let requestCount = 0;
  let looks = 0;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://platform.test");
    if (pathname.endsWith("/access_token")) return void response.end(JSON.stringify(tokenAnswer(1)));
    if (pathname.startsWith("/file")) {
      requestCount += 1;
      return serve(response, request, requestCount);
    }
    response.setHeader("content-type", "application/json");
    const answer = (data: object) => response.end(JSON.stringify({ data, extensions: { cost } }));
    const body = await readText(request);
    const { query = "", variables = {} } = body === "" ? {} : (JSON.parse(body) as GraphqlBody);
    if (query.startsWith("query Part")) {
      const ids = Object.entries(variables).map(([name, id]) => [name.replace("id", "o"), orderOf(id)]);
      return void answer(Object.fromEntries(ids));
    }
    looks += 1;
    answer({ bulkOperation: operation() });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cost = { throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 2000, restoreRate: 100 } };
  const lines = text.split("\n").filter((line) => line !== "");
  const operation = () => ({
    status: reportedOperation.status ?? "COMPLETED",
    errorCode: reportedOperation.errorCode ?? null,
    objectCount: `${reportedOperation.objects ?? lines.length}`,
    rootObjectCount: `${reportedOperation.orders ?? lines.filter((line) => !parentOf.test(line)).length}`,
    fileSize: reportedOperation.bytes === null ? null : `${reportedOperation.bytes ?? Buffer.byteLength(text)}`,
    url: reportedOperation.url === undefined ? `${origin}/file/${looks}` : reportedOperation.url,
    partialDataUrl: reportedOperation.partialUrl ?? null,
  });
  const time = fakeTime();
  const platform = createStorePlatform({
    urlTemplate: `${origin}/{shop}`,
    clientId: "our-app",
    clientSecret: "hush",
    scopes: ["read_orders"],
    stateStore: createInspectableStateStore(time.clock),
    vault: createInspectableVault(),
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0,
    requestTimeout: 250,
  });
  await platform.exchangeCode(access, "code-1");
  return {
    platform,
    origin,
    /** Requests for the file, and polls of the operation. */
    counts: () => ({ asked: requestCount, looks }),
    tells: (more: ReportedOperation) => {
      reportedOperation = more;
    },
    serves: (more: ServeFile) => {
      serve = more;
    },
    /** Sets the orders, of which there are none by default. */
    hasOrders: (more: OrderOf) => {
      orderOf = more;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type BulkPlatform = Awaited<ReturnType<typeof createBulkPlatform>>;
