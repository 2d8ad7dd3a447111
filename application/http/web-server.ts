import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { onTick } from "#infra/ports/tick.ts";
import { addressKey } from "../admission/admit-request.ts";
import { places } from "../admission/limits.ts";
import { createPool } from "../admission/pool.ts";
import { watchStalledResponses } from "./limits/stalled-responses.ts";

type ServerTimeouts = {
  connections: number;
  /** Timeout of a request's head, ms. */
  headersTimeoutMs: number;
  /** Timeout of a whole request with its body, ms. */
  requestTimeoutMs: number;
  /** Timeout of an unread response, ms. Slow readers show progress now and then, in steps of megabytes. */
  unreadTimeoutMs: number;
  checkIntervalMs: number;
};

/**
 * Keep-alive, ms: longer than the minute of proxies and browsers, because a request sent just as we close gets no
 * response. Scarce connections close earlier.
 */
const keepAliveTimeout = 75_000;
const maxUnreadBytes = 256 * 1_048_576;
/** Most requests waiting on one connection. Browsers never pipeline. */
const maxPipelined = 16;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

type ConnectionQueue = { busy: boolean; waiting: (() => void)[] };

/**
 * Handles one request per connection at a time, as pipelined responses would hold files and body memory while the
 * client does not read. Cuts a connection with too many waiting requests, or with bodies beyond its next request, which
 * Node would buffer outside our limits. One such body is allowed: the client may see the end of a response before we
 * do.
 */
const serializePipelined = (app: RequestListener, lines: WeakMap<Socket, ConnectionQueue>): RequestListener => {
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { busy: false, waiting: [] };
    lines.set(socket, line);
    const begin = (): void => {
      line.busy = true;
      response.once("close", () => {
        line.busy = false;
        if (!socket.destroyed) line.waiting.shift()?.();
      });
      app(request, response);
    };
    if (!line.busy) begin();
    else if (line.waiting.length < (hasBody(request) ? 1 : maxPipelined)) line.waiting.push(begin);
    else socket.destroy();
  };
};

/** Beyond the limit, addresses with the most lose one, preferably an idle one. */
const limitConnections = (server: Server, limit: number, isBusy: (socket: Socket) => boolean): void => {
  const pool = createPool({ ...places.connections, perOwner: limit, inAll: limit });
  server.on("connection", (socket: Socket) => {
    const place = pool.enter(addressKey(socket.remoteAddress), {
      lost: () => socket.destroy(),
      isBusy: () => isBusy(socket),
    });
    if (typeof place === "string") socket.destroy();
    else socket.once("close", place.leave);
  });
};

/** Behind a proxy, a client at 25 KB/s takes nothing for 133 s (`tests/protocols/proxies.ci.test.ts`). */
export const defaultTimeouts: ServerTimeouts = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  unreadTimeoutMs: 300_000,
  checkIntervalMs: 2_000,
  connections: places.connections.inAll,
};

/** Strict timeouts: endless requests would fill the server. */
export const createWebServer = (
  app: RequestListener,
  {
    headersTimeoutMs,
    requestTimeoutMs,
    unreadTimeoutMs,
    checkIntervalMs,
    connections,
  }: ServerTimeouts = defaultTimeouts,
): Server => {
  const lines = new WeakMap<Socket, ConnectionQueue>();
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout,
      connectionsCheckingInterval: checkIntervalMs,
    },
    serializePipelined(app, lines),
  );
  limitConnections(server, connections, (socket) => lines.get(socket)?.busy ?? false);
  const answers = watchStalledResponses(server, {
    maxChecks: Math.ceil(unreadTimeoutMs / checkIntervalMs),
    inAll: maxUnreadBytes,
  });
  server.once("close", onTick(answers.look, checkIntervalMs));
  return server;
};
