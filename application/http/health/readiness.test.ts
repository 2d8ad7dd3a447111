import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { withReadiness } from "./readiness.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

it("/readyz reports readiness, and unknown paths below it or /healthz never reach the app", async () => {
  let isReady = true;
  server = createServer(
    withReadiness(
      (_request, response) => void response.end("the app"),
      () => isReady,
    ),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return [answer.status, await answer.text()];
  };
  expect(await ask("/readyz?from=proxy")).toEqual([200, '{"ready":true}']);
  isReady = false;
  expect(await ask("/readyz")).toEqual([503, '{"ready":false}']);
  for (const path of ["/readyz/x", "/healthz/ready", "/healthz/live?a"])
    expect(await ask(path)).toEqual([404, "There is nothing at this address."]);
  for (const path of ["/healthz", "/healthz/", "/readyzx", "/Reports"])
    expect(await ask(path)).toEqual([200, "the app"]);
});
