import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";

/**
 * Answers `GET /metrics` on a listener of its own, away from what the world can reach, and nothing else. Rejects when the system
 * refuses the address.
 */
export const serveMetrics = async (registry: Registry, at: { host: string; port: number }): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is nothing at this address.");
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500, { "content-type": "text/plain" }).end(String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, () => resolve());
  });
  return server;
};
