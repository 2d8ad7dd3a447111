import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import express, { type Request } from "express";
import { afterEach, expect, it } from "vitest";
import { takesNothing } from "#tests/support/takes-nothing.ts";
import { ApiError } from "../http/api-error.ts";
import { stopGracefully } from "../http/stop-gracefully.ts";
import { createWebServer } from "../http/web-server.ts";
import { createBodyMemory } from "./body-memory.ts";
import { places } from "./limits.ts";

let stop: () => Promise<void>;
afterEach(() => stop());

/** Room for 10,000 bytes, 6,000 per named owner. The first path segment says what to do with the body. */
const start = async () => {
  const worked: string[] = [];
  const seen: Request[] = [];
  const app = express();
  app.use((request, response, next) => {
    response.locals.caller = { tenant: request.get("owner") ?? "" };
    seen.push(request);
    next();
  });
  const inRoom = createBodyMemory({
    ...places.callersBodies,
    perOwner: 6_000,
    inAll: 10_000,
  });
  const waiting: (() => void)[] = [];
  const inLine: (() => void)[] = [];
  app.post(
    "/",
    inRoom({
      maxBytes: 6_000,
      handle: async (request, response, begin) => {
        if (request.get("turn")) await new Promise<void>((resolve) => inLine.push(resolve));
        if (!begin()) return;
        worked.push(request.get("owner") ?? "");
        if (request.get("waits")) await new Promise<void>((resolve) => waiting.push(resolve));
        response.end(`${request.body?.length} bytes`);
      },
    }),
  );
  app.use(((error, _request, response, _next) => {
    response.status(error instanceof ApiError ? error.fields.status : (error.status ?? 500)).end(error.message);
  }) satisfies express.ErrorRequestHandler);
  const server = createWebServer(app);
  stop = () => stopGracefully(server, 0);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const send = async (owner: string, headers: string, body = "") => {
    const before = seen.length;
    const socket = connect(port, "127.0.0.1");
    // The test expects the connection to be cut.
    socket.on("error", () => {});
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\nowner: ${owner}\r\n${headers}\r\n\r\n${body}`);
    await expect.poll(() => seen.length).toBe(before + 1);
    return { socket, request: seen[before] as Request };
  };
  const answer = async (owner: string, length: number, headers = "connection: close") => {
    const sent = await send(owner, `content-length: ${length}\r\n${headers}`, "x".repeat(length));
    return text(sent.socket);
  };
  return { send, answer, worked, goOn: () => waiting.shift()?.(), waiting, inLine };
};

const chunked = "transfer-encoding: chunked";
const chunk = (length: number) => `${length.toString(16)}\r\n${"x".repeat(length)}\r\n`;
/** Announces an owner's whole share and sends nothing. */
const halfSent = "content-length: 6000";
const first = (socket: Socket) => once(socket, "data").then(([data]) => String(data));

it("A body keeps its reservation while it is handled, and releases it afterwards", async () => {
  const { send, answer, goOn, waiting } = await start();
  const { socket } = await send("a", `${halfSent}\r\nwaits: 1`, "x".repeat(6_000));
  await expect.poll(() => waiting.length).toBe(1);
  expect(await answer("b", 5_000)).toContain(" 503 ");
  goOn();
  expect(await first(socket)).toContain("6000 bytes");
  expect(await answer("b", 5_000)).toContain("5000 bytes");
});

it("A body waiting for its permit can be evicted, and then isn't handled", async () => {
  const { send, answer, worked, inLine } = await start();
  const { socket, request } = await send("a", `${halfSent}\r\nturn: late`, "x".repeat(6_000));
  await expect.poll(() => inLine.length).toBe(1);
  expect(await answer("b", 5_000)).toContain("5000 bytes");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i);
  expect(request.body).toBeUndefined();
  inLine[0]?.();
  expect(await answer("a", 6_000)).toContain("6000 bytes");
  expect(worked).toEqual(["b", "a"]);
});

it("An evicted request gets a 503, and isn't handled even if its body still arrives", async () => {
  const { send, answer, worked } = await start();
  const { socket, request } = await send("a", halfSent);
  expect(await answer("b", 5_000)).toContain("5000 bytes");
  request.emit("data", Buffer.alloc(6_000));
  request.emit("end");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i);
  expect(worked).toEqual(["b"]);
});

it("An evicted request that doesn't even read the response is cut off at once", async () => {
  const { send, answer, worked } = await start();
  const { socket, request } = await send("a", halfSent);
  takesNothing(request.socket);
  expect(await answer("b", 5_000)).toContain("5000 bytes");
  expect(request.socket.destroyed).toBe(true);
  socket.write("x".repeat(6_000));
  await expect.poll(() => socket.resume().closed).toBe(true);
  expect(worked).toEqual(["b"]);
});

it("A chunked body reserves the memory it has used so far, and is rejected beyond the limit", async () => {
  const { send, answer } = await start();
  const { socket } = await send("a", chunked, chunk(2_000));
  expect(await answer("a", 4_001)).toContain(" 503 ");
  const { socket: other } = await send("a", "content-length: 4000");
  socket.write(chunk(1));
  expect(await text(socket)).toContain(" 503 ");
  other.write("x".repeat(4_000));
  expect(await first(other)).toContain("4000 bytes");
});

it("A growing chunked body takes memory from the client with the most", async () => {
  const { send } = await start();
  const { socket: greedy } = await send("a", halfSent);
  const { socket } = await send("b", `${chunked}\r\nconnection: close`, chunk(3_000));
  socket.write(`${chunk(1_500)}0\r\n\r\n`);
  expect(await text(socket)).toContain("4500 bytes");
  expect(await text(greedy)).toContain(" 503 ");
});

it("A body in very small chunks counts with their overhead", async () => {
  const { send } = await start();
  const { socket } = await send("a", chunked, chunk(1).repeat(20));
  expect(await text(socket)).toContain(" 503 ");
});

it("A client that disconnects, or a body that is too long or missing, leaves no reservation behind", async () => {
  const { send, answer } = await start();
  for (let n = 0; n < 3; n++) {
    const { socket, request } = await send("a", halfSent, "x");
    socket.destroy();
    await expect.poll(() => request.closed).toBe(true);
    expect(await answer("a", 6_001)).toContain(" 413 ");
    expect(await answer("a", 0)).toContain("bytes");
  }
  expect(await answer("a", 6_000)).toContain("6000 bytes");
  expect(await answer("b", 6_000)).toContain("6000 bytes");
});
