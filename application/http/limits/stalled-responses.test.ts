import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { stopGracefully } from "../stop-gracefully.ts";
import { watchStalledResponses } from "./stalled-responses.ts";

let stop: () => Promise<void>;
afterEach(() => stop());

const megabyte = 1_048_576;

/** A server that answers the requested megabytes; the test triggers its checks. */
const start = async (patience = { maxChecks: 2, inAll: 1_000 * megabyte }) => {
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    response.end(Buffer.alloc(Number(request.url?.slice(1)) * megabyte));
  });
  const { look } = watchStalledResponses(server, patience);
  stop = () => stopGracefully(server, 0);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  /** Sends a request and reads nothing. The response is stalled on return. */
  const ask = async (megabytes: number): Promise<{ socket: Socket; response: ServerResponse }> => {
    const before = responses.length;
    const socket = connect(port, "127.0.0.1");
    // The test expects the connection to be cut.
    socket.on("error", () => {});
    socket.write(`GET /${megabytes} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await expect.poll(() => responses.length).toBe(before + 1);
    return { socket, response: responses[before] as ServerResponse };
  };
  return { look, ask };
};

/** Reads this much, then nothing. */
const take = async (socket: Socket, megabytes: number): Promise<void> => {
  for (let left = megabytes * megabyte; left > 0; ) {
    const chunk = socket.read() as Buffer | null;
    if (chunk) left -= chunk.length;
    else await once(socket, "readable");
  }
};

it("A response that the client stops reading between checks ends its connection", async () => {
  const { look, ask } = await start();
  const { response } = await ask(32);
  await expect
    .poll(() => {
      look();
      return response.closed;
    })
    .toBe(true);
  expect(response.writableFinished).toBe(false);
});

it("A response that is read slowly is sent to its end, however many checks that takes", async () => {
  const { look, ask } = await start({ maxChecks: 1, inAll: 1_000 * megabyte });
  const { socket, response } = await ask(64);
  // More than the buffers in between hold.
  for (let taken = 0; taken < 56; taken += 8) {
    await take(socket, 8);
    look();
  }
  expect(response.closed).toBe(false);
  socket.resume();
  await expect.poll(() => response.writableFinished).toBe(true);
});

it("A connection without a pending response is left alone", async () => {
  const { look, ask } = await start({ maxChecks: 1, inAll: 0 });
  const { socket, response } = await ask(0);
  await expect.poll(() => response.writableFinished).toBe(true);
  for (let n = 0; n < 5; n++) look();
  socket.write("GET /0 HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(String((await once(socket, "data"))[0])).toContain("200 OK");
});

it("When too much is pending, the stalled connection with the most is closed first", async () => {
  const { look, ask } = await start({ maxChecks: 1_000, inAll: 110 * megabyte });
  const [most, less, taking] = [await ask(48), await ask(40), await ask(64)];
  look();
  await take(taking.socket, 8);
  look();
  await expect.poll(() => most.response.closed || less.response.closed || taking.response.closed).toBe(true);
  expect([most, less, taking].map(({ response }) => response.closed)).toEqual([true, false, false]);
});
