import type { AddressInfo } from "node:net";
import express from "express";
import { frontendRouter } from "#application/http/frontend.ts";
import { stopGracefully } from "#application/http/stop-gracefully.ts";
import { createWebServer } from "#application/http/web-server.ts";

const orders = Array.from({ length: 10 }, (_, one) => ({
  id: one + 1,
  name: `#${1001 + one}`,
  customer: `Customer ${one}`,
  total: 20 + one,
  created: "2026-11-20T12:00:00.000Z",
}));

/** Serves the built starter by the server that serves Sheaf, with one list of ten orders. */
export const serveStarter = async (folder: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  const app = express();
  app.get("/data/orders", (_request, response) => {
    response.set({ "content-range": "orders 0-9/10", "cache-control": "no-store" }).json(orders);
  });
  app.use(frontendRouter(folder, { https: false }));
  const server = createWebServer(app).listen(0, "127.0.0.1");
  await new Promise<void>((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => stopGracefully(server, 100) };
};
