import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import { ApiError } from "./api-error.ts";
import { createEventStreams } from "./event-stream.ts";
import type { Call, Caller, EventStream } from "./route.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server of events, with its streams for inspection. */
const given = async (admit: () => Promise<unknown> = async () => ({})) => {
  const stopping = new AbortController();
  const streams: EventStream[] = [];
  const seen = { stopped: 0 };
  const listen = createEventStreams({ admit, stopping: stopping.signal, beat: 20 });
  const call = { caller: { tenant: "t" } as Caller } as Omit<Call, "signal"> & { caller: Caller };
  const app = express();
  app.get("/", (request, response) =>
    listen(
      {
        admitted: { access: "shop", method: "GET", path: "reportData/live-events" },
        events: async (_input, _call, stream) => ({
          begin: () => void streams.push(stream),
          stop: () => {
            seen.stopped += 1;
          },
        }),
      },
      { request, response, query: {} },
      call,
    ),
  );
  const server = app.listen(0);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const response = await fetch(url);
  const reading = response.text();
  const stream = await until("it has begun", () => streams[0]);
  return { response, reading, stream, seen, stopping };
};

it("sends each event with its name and any id, and ends when the process does", async () => {
  const { response, reading, stream, seen, stopping } = await given();
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
  stream.send("orders", { Orders: ["1\n2"] }, "7");
  stream.send("open", {});
  stopping.abort();
  const text = await reading;
  expect(text.replaceAll(": beat\n\n", "")).toBe(
    'id: 7\nevent: orders\ndata: {"Orders":["1\\n2"]}\n\nevent: open\ndata: {}\n\nevent: end\ndata: {"Code":"stopping"}\n\n',
  );
  expect([stream.signal.aborted, seen.stopped]).toEqual([true, 1]);
});

it("ends for a listener that has lost access, but not if access can't be checked", async () => {
  const answers: Error[] = [new Error("the store is busy"), new Error("the store is busy")];
  const { reading } = await given(async () => {
    throw answers.shift() ?? new ApiError({ status: 402, code: "payment-required", message: "Pending charges." });
  });
  const text = await reading;
  expect(text).toBe(': beat\n\n: beat\n\nevent: end\ndata: {"Code":"unauthorized"}\n\n');
});
