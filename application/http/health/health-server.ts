import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Health } from "../create-web-app.ts";

export type HealthServerOptions = {
  /** A prom-client registry, or several merged. */
  registry: { readonly contentType: string; metrics(): Promise<string> };
  health: () => Health;
  host: string;
  port: number;
};

type Page = (response: ServerResponse) => void;

const send = (response: ServerResponse, status: number, type: string, body: string): void =>
  void response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);

const json = "application/json; charset=utf-8";

const pagesOf = ({
  registry,
  health,
}: Pick<HealthServerOptions, "registry" | "health">): Readonly<Record<string, Page>> => ({
  "/healthz": (response) => {
    const { ok, ...rest } = health();
    send(response, ok ? 200 : 503, json, JSON.stringify({ ok, live: true, ready: ok, ...rest }));
  },
  // Any response means alive: a restart wouldn't mend an engine.
  "/healthz/live": (response) => send(response, 200, json, JSON.stringify({ live: true })),
  "/metrics": (response) => {
    registry.metrics().then(
      (text) => send(response, 200, registry.contentType, text),
      (error: unknown) => send(response, 500, "text/plain", String(error)),
    );
  },
});

/**
 * Serves only `GET /healthz`, `/healthz/live` and `/metrics`, away from public ports. Rejects when the system refuses
 * the address.
 */
export const startHealthServer = async ({ host, port, ...shown }: HealthServerOptions): Promise<Server> => {
  const pages = pagesOf(shown);
  const server = createServer((request: IncomingMessage, response) => {
    const page = pages[request.url?.split("?", 1)[0] ?? ""];
    if (page && (request.method === "GET" || request.method === "HEAD")) return page(response);
    send(response, 404, "text/plain", "There is nothing at this address.");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  return server;
};
