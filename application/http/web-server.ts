import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";
import { onBeat } from "#infra/ports/beat.ts";
import { createFairRoom, type Place } from "./limits/fair-room.ts";
import { watchUnread } from "./limits/unread-answers.ts";

type Patience = {
  /** Connections at once. */
  connections: number;
  /** For the head of a request, ms. */
  head: number;
  /** For a whole request with its body, ms. How long its answer takes, a large file on a slow line, is not counted. */
  request: number;
  /** For an answer of which nothing is taken, ms. A line that is slow is seen to take something but seldom: in steps of megabytes. */
  unread: number;
  /** Between two looks at who is too slow, ms. */
  look: number;
};

/**
 * How long a connection may wait for its next request, ms. Who sends one in the moment in which we close gets no answer, so that we must
 * not be the first: proxies and browsers close after a minute or less. When connections are scarce, idle ones make way earlier.
 */
const mostIdle = 75_000;
/** Connections at once: each takes memory and a file handle, and another one for the file that it is sent. */
export const mostConnections = 2_000;
/** What may wait in answers for their readers, in bytes: of all connections together. */
const mostUnread = 256 * 1_048_576;
/** Requests that may wait on one connection for the one before them; no browser sends a second. */
const mostWaiting = 16;

/** Whether a request announces that something follows its head. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

type Line = { busy: boolean; waiting: (() => void)[] };

/**
 * One request of a connection after the other: the next begins when the answer before it is out or given up. Answers that wait for the
 * connection would hold what they took, files and room for bodies, for as long as somebody does not read. A connection with too many
 * waiting is cut, and so is one that sends bodies further ahead than for the next request (which may come when the end of an answer was
 * read before we hear that it is out): Node would keep them in memory, where no room counts them.
 */
const oneAtATime = (app: RequestListener, lines: WeakMap<Socket, Line>): RequestListener => {
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
    else if (line.waiting.length < (hasBody(request) ? 1 : mostWaiting)) line.waiting.push(begin);
    else socket.destroy();
  };
};

/** Lets so many connections in; when there are more, those addresses that have the most lose one, an idle one if they have it. */
const sharedFairly = (server: Server, most: number, isBusy: (socket: Socket) => boolean): void => {
  const room = createFairRoom({ inAll: most, perOwner: most });
  server.on("connection", (socket: Socket) => {
    const place: Place = {
      owner: socket.remoteAddress === undefined ? "" : ipKeyGenerator(socket.remoteAddress),
      amount: 1,
      giveWay: (pressing) => {
        if (isBusy(socket) && !pressing) return false;
        room.leave(place);
        socket.destroy();
        return true;
      },
    };
    if (!room.take(place)) return void socket.destroy();
    socket.once("close", () => room.leave(place));
  });
};

/** Patience with clients. Behind a proxy, a client at 25 KB/s takes nothing for 133 s (`tests/protocols/proxies.ci.test.ts`). */
export const usualPatience: Patience = {
  head: 10_000,
  request: 15_000,
  unread: 300_000,
  look: 2_000,
  connections: mostConnections,
};

/** The server of the web process, which waits for nobody long: requests that never end would fill it. */
export const createWebServer = (
  app: RequestListener,
  { head, request, unread, look, connections }: Patience = usualPatience,
): Server => {
  const lines = new WeakMap<Socket, Line>();
  const server = createServer(
    { headersTimeout: head, requestTimeout: request, keepAliveTimeout: mostIdle, connectionsCheckingInterval: look },
    oneAtATime(app, lines),
  );
  sharedFairly(server, connections, (socket) => lines.get(socket)?.busy ?? false);
  const answers = watchUnread(server, { looks: Math.ceil(unread / look), inAll: mostUnread });
  server.once("close", onBeat(answers.look, look));
  return server;
};
