import { once } from "node:events";
import { get, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { stopGracefully } from "./stop-gracefully.ts";
import { createWebServer } from "./web-server.ts";

let stop: () => Promise<void>;
afterEach(() => stop());

/** A server with short timeouts. */
const start = async (
  app: RequestListener,
  patience = {
    headersTimeoutMs: 300,
    requestTimeoutMs: 300,
    unreadTimeoutMs: 30_000,
    checkIntervalMs: 20,
    connections: 4,
  },
): Promise<number> => {
  const server = createWebServer(app, patience);
  stop = () => stopGracefully(server, 0);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
};

/** The server's response to an unfinished request, until it closes the connection. */
const unended = (port: number, sent: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  return text(socket);
};

it.each([
  ["head", "POST / HTTP/1.1\r\nhost: x\r\n"],
  ["body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf"],
  ["chunked body", "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
])("A request whose %s never ends is cut off", async (_part, sent) => {
  const port = await start((request) => void request.resume());
  expect(await unended(port, sent)).toMatch(/^HTTP\/1\.1 408 /);
});

it("A response that takes longer than a request may is not cut off", async () => {
  let finish = (): void => {};
  const port = await start((request, response) => {
    if (request.method === "POST") return void request.resume();
    response.write("first half, ");
    finish = () => void response.end("second half");
  });
  const [response] = (await once(get({ port, host: "127.0.0.1" }), "response")) as [IncomingMessage];
  // The timeout of a request that began later is over.
  await unended(port, "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf");
  finish();
  expect(await text(response)).toBe("first half, second half");
});

it("A server without configured limits has default timeouts for requests", () => {
  const server = createWebServer(() => {});
  stop = async () => {};
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 });
});

const patient = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  unreadTimeoutMs: 10_000,
  checkIntervalMs: 1_000,
  connections: 4,
};
const ask = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

it("Pipelined requests wait for the previous response, and begin in order", async () => {
  const begun: ServerResponse[] = [];
  const port = await start((_request, response) => void begun.push(response), patient);
  const socket = connect(port, "127.0.0.1");
  socket.write(ask.repeat(3));
  await expect.poll(() => begun.length).toBe(1);
  begun[0]?.end("one");
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end("two");
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.writeHead(200, { connection: "close" }).end("three");
  const told = await text(socket);
  expect([...told.matchAll(/one|two|three/g)].map(([word]) => word)).toEqual(["one", "two", "three"]);
});

it("starts no waiting request of a closed connection, and closes it if too many wait", async () => {
  const begun: ServerResponse[] = [];
  const port = await start((_request, response) => void begun.push(response), patient);
  const socket = connect(port, "127.0.0.1");
  socket.write(ask.repeat(40));
  await once(socket, "close");
  await expect.poll(() => begun[0]?.closed).toBe(true);
  expect(begun).toHaveLength(1);
});

/** Connects from another address of this machine. */
const connection = async (port: number, localAddress: string): Promise<Socket> => {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  // The test expects the connection to be cut.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
};

it.each([
  ["with a length", "content-length: 5\r\n\r\nhello"],
  ["in chunks", "transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"],
])("Bodies %s that are sent ahead of more than the next request close the connection", async (_kind, body) => {
  const begun: string[] = [];
  const port = await start((request) => void begun.push(`${request.method}`), patient);
  const socket = connect(port, "127.0.0.1");
  socket.write(ask);
  await expect.poll(() => begun).toEqual(["GET"]);
  const post = `POST / HTTP/1.1\r\nhost: x\r\n${body}`;
  socket.write(`${post}${post}`);
  await once(socket, "close");
  expect(begun).toEqual(["GET"]);
});

it("The body of the next request is read once the previous response has ended", async () => {
  const first = Promise.withResolvers<ServerResponse>();
  const port = await start(async (request, response) => {
    if (request.method === "POST") response.end(await text(request));
    else first.resolve(response);
  }, patient);
  const socket = connect(port, "127.0.0.1");
  socket.write(ask);
  socket.write("POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 6\r\n\r\nsecond");
  (await first.promise).end("first, ");
  expect(await text(socket)).toMatch(/first, HTTP\/1\.1 200 .*second$/s);
});

it("An address with all connections loses an idle one, not one in use, to another address", async () => {
  const begun: ServerResponse[] = [];
  const port = await start((_request, response) => void begun.push(response), patient);
  const served = await connection(port, "127.0.0.2");
  served.write(ask);
  await expect.poll(() => begun.length).toBe(1);
  const idle = await connection(port, "127.0.0.2");
  for (const _ of [3, 4]) await connection(port, "127.0.0.2");
  const other = await connection(port, "127.0.0.3");
  other.write(ask);
  await once(idle, "close");
  await expect.poll(() => begun.length).toBe(2);
  for (const response of begun) response.end("served");
  const [[one], [two]] = await Promise.all([once(served, "data"), once(other, "data")]);
  expect([String(one), String(two)]).toEqual([expect.stringContaining("served"), expect.stringContaining("served")]);
});

it("An address that has all connections gets no further one", async () => {
  const port = await start(() => {}, patient);
  const held = [];
  for (const _ of [1, 2, 3, 4]) held.push(await connection(port, "127.0.0.2"));
  await once(await connection(port, "127.0.0.2"), "close");
  expect(held.map((socket) => socket.closed)).toEqual([false, false, false, false]);
});

it("A response that the client doesn't read ends its connection after a while", async () => {
  const begun: ServerResponse[] = [];
  const port = await start(
    (_request, response) => {
      begun.push(response);
      response.end(Buffer.alloc(32 * 1_048_576));
    },
    { ...patient, unreadTimeoutMs: 200, checkIntervalMs: 20 },
  );
  const socket = await connection(port, "127.0.0.2");
  socket.write(ask);
  await expect.poll(() => begun[0]?.closed).toBe(true);
  expect(begun[0]?.writableFinished).toBe(false);
});

it("A connection is kept alive longer than proxies and browsers keep one", async () => {
  const server = createWebServer((_request, response) => void response.end());
  stop = () => stopGracefully(server, 0);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.headers.get("keep-alive")).toBe("timeout=75");
});
