import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "#demo-store/generate/random.ts";
import { expectUnderstandable } from "#tests/support/understandable.ts";
import { createFolderScratch } from "../../folder/scratch.ts";
import { createWorkFiles } from "../../folder/work-files.ts";
import type { JsonObject } from "../../ports/json.ts";
import { PlatformError } from "../../ports/store-platform.ts";
import { type BulkPlatform, createBulkPlatform, fakeBulkOperation, type ServeFile } from "../testing/bulk-platform.ts";
import { access } from "../testing/fakes.ts";

const order = (number: number, day: number, more: object = {}): string =>
  JSON.stringify({
    id: `gid://shopify/Order/${number}`,
    createdAt: `2026-11-${String(day).padStart(2, "0")}T10:00:00Z`,
    name: `#${number}`,
    note: null,
    ...more,
  });
const line = (number: number, of: number, title: string): string =>
  JSON.stringify({ id: `gid://shopify/LineItem/${number}`, title, __parentId: `gid://shopify/Order/${of}` });
const escaped = (text: string): string => text.replaceAll("/", "\\/");
const file = (...lines: string[]): string => lines.map((one) => `${one}\n`).join("");

const good = [order(3, 9), line(31, 3, "Cup"), line(32, 3, "Plate"), order(2, 8), line(21, 2, "Bowl"), order(1, 7)];
const names = ["#3 Cup Plate", "#2 Bowl", "#1"];

let folder: string;
let scratch: string;
let platform: BulkPlatform | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-hostile-"));
  scratch = await mkdtemp(join(tmpdir(), "sheaf-hostile-"));
});
afterEach(async () => {
  for (const [name, left] of Object.entries({ work: folder, scratch }))
    expect(await readdir(left), `what is left in the ${name} folder`).toEqual([]);
  await platform?.close();
  for (const used of [folder, scratch]) await rm(used, { recursive: true });
});

const given = async (text: string): Promise<BulkPlatform> => {
  platform = await createBulkPlatform(text);
  return platform;
};
const read = async ({ platform }: BulkPlatform, fields = fakeBulkOperation.fields): Promise<JsonObject[]> => {
  const orders: JsonObject[] = [];
  const spool = createFolderScratch({ folder: scratch }).open("e1.1.lines");
  const room = { workFiles: createWorkFiles(folder), spool };
  try {
    for await (const batch of platform.bulk.readOrders(access, { ...fakeBulkOperation, fields }, room))
      orders.push(...batch);
  } finally {
    await spool.remove();
  }
  return orders;
};
/** Sends some bytes of a response, then ends the connection. */
const breaksOff = (response: ServerResponse, bytes: Uint8Array): void => {
  response.write(bytes);
  response.socket?.end();
};
const namesOf = (orders: readonly JsonObject[]): string[] =>
  orders.map(({ name, lineItems }) => [name, ...(lineItems as JsonObject[]).map(({ title }) => title)].join(" "));
/** Reads until it fails; earlier orders don't matter, as no file of them is ever published. */
const failed = async (from: BulkPlatform, fields?: string[]): Promise<PlatformError> => {
  const error = await read(from, fields).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PlatformError)) throw new Error(`It did not fail, or strangely: ${String(error)}`);
  return error;
};

describe("an unusual bulk file is read correctly", () => {
  it.each<[string, string[]]>([
    ["its orders newest first, each with its lines", good],
    ["lines long after their orders", [good[0], good[3], good[5], good[1], good[4], good[2]] as string[]],
    ["lines before their orders", [good[1], good[2], good[0], good[4], good[3], good[5]] as string[]],
    [
      "its orders oldest first",
      good.toReversed().toSorted((a, b) => Number(a.includes("__p")) - Number(b.includes("__p"))),
    ],
    ["slashes as they are or escaped", good.map((one, at) => (at % 2 === 0 ? escaped(one) : one))],
    [
      "fields in another order, the parent first",
      good.map((one) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(one)).toReversed()))),
    ],
    ["empty lines in between", good.flatMap((one) => ["", one, ""])],
  ])("with %s", async (_what, lines) => {
    const orders = namesOf(await read(await given(file(...lines))));
    expect(orders.map((name) => name.split(" ").toSorted())).toEqual(names.map((name) => name.split(" ").toSorted()));
  });

  it("with no line break after its last line", async () => {
    expect(namesOf(await read(await given(file(...good).slice(0, -1))))).toEqual(names);
  });

  it("with a note that looks like the end of another order's line", async () => {
    const note = '"__parentId":"gid://shopify/Order/1';
    const [first] = await read(await given(file(order(3, 9, { note }), ...good.slice(1))));
    expect(first?.note).toBe(note);
  });

  it("with a note of 10 MB, truncated as on pages", async () => {
    const [first] = await read(await given(file(order(3, 9, { note: "n".repeat(10_000_000) }), ...good.slice(1))));
    expect(String(first?.note)).toHaveLength(65_536);
  });

  it("with notes of 10 MB, oldest first, truncated as on pages", async () => {
    const note = "n".repeat(10_000_000);
    const orders = await read(await given(file(order(1, 7, { note }), line(11, 1, "Cup"), order(2, 8, { note }))));
    expect(namesOf(orders)).toEqual(["#2", "#1 Cup"]);
    for (const { note } of orders) expect(String(note)).toHaveLength(65_536);
  });

  it("with more lines between an order and its last line than fit in memory", async () => {
    const between = Array.from({ length: 12 }, (_, n) => order(100 - n, 6, { note: "n".repeat(1_000_000) }));
    const orders = namesOf(await read(await given(file(order(200, 9), ...between, line(31, 200, "Cup")))));
    expect(orders[0]).toBe("#200 Cup");
    expect(orders).toHaveLength(13);
  });

  it.each<[string, ServeFile]>([
    ["compressed", (response) => void response.setHeader("content-encoding", "gzip").end(gzipSync(file(...good)))],
    [
      "only at the second try",
      (response, _request, time) => void (time === 1 ? response.destroy() : response.end(file(...good))),
    ],
    [
      "half, and then the rest",
      (response, { headers }) => {
        const all = Buffer.from(file(...good));
        const from = Number(/\d+/.exec(headers.range ?? "")?.[0] ?? 0);
        if (from > 0) {
          response.writeHead(206, { "content-range": `bytes ${from}-${all.length - 1}/${all.length}` });
          return void response.end(all.subarray(from));
        }
        breaksOff(response, all.subarray(0, 150));
      },
    ],
    [
      "compressed, at first incomplete",
      (response, _request, time) => {
        const packed = gzipSync(file(...good));
        response.setHeader("content-encoding", "gzip").end(time === 1 ? packed.subarray(0, -20) : packed);
      },
    ],
    [
      "half, and then all again",
      (response, _request, time) => {
        const all = Buffer.from(file(...good));
        if (time > 1) return void response.end(all);
        breaksOff(response, all.subarray(0, 150));
      },
    ],
    [
      "with a wrong length, and then completely",
      (response, _request, time) => {
        const all = Buffer.from(file(...good));
        response.writeHead(200, { "content-length": time === 1 ? 150 : all.length });
        response.end(time === 1 ? all.subarray(0, 150) : all);
      },
    ],
    [
      "after its address expired and was requested again",
      (response, { url }) => void (url === "/file/1" ? response.writeHead(403).end() : response.end(file(...good))),
    ],
  ])("arriving %s", async (_what, serve) => {
    const from = await given(file(...good));
    from.serves(serve);
    expect(namesOf(await read(from))).toEqual(names);
  });
});

describe("a bulk file with sales below the agreements of its orders", () => {
  const fields = ["createdAt", "name", "lineItems.nodes.title", "agreements.nodes.sales.nodes.id"];
  const agreement = (number: number, of: number, type = "SalesAgreement"): string =>
    JSON.stringify({ id: `gid://shopify/${type}/${number}`, __parentId: `gid://shopify/Order/${of}` });
  const sale = (number: number, of: number, type = "SalesAgreement", kind = "Sale"): string =>
    JSON.stringify({ id: `gid://shopify/${kind}/${number}`, __parentId: `gid://shopify/${type}/${of}` });
  const lines = [
    ...[order(3, 9), line(31, 3, "Cup"), agreement(30, 3), sale(300, 30), sale(301, 30), agreement(35, 3)],
    ...[sale(350, 35), order(2, 8), agreement(20, 2), order(1, 7), agreement(10, 1), sale(100, 10)],
  ];
  const held = ["#3 31 | 30: 300 301 | 35: 350", "#2 | 20:", "#1 | 10: 100"];
  const numberOf = (node: JsonObject) => String(node.id).replace(/^.*\//, "");
  const listIn = (node: JsonObject, name: string) =>
    (node[name] as JsonObject[]).toSorted((a, b) => Number(numberOf(a)) - Number(numberOf(b)));
  const shown = (orders: readonly JsonObject[]): string[] =>
    orders.map((one) =>
      [
        [one.name, ...listIn(one, "lineItems").map(numberOf)].join(" "),
        ...listIn(one, "agreements").map((each) =>
          [`${numberOf(each)}:`, ...listIn(each, "sales").map(numberOf)].join(" "),
        ),
      ].join(" | "),
    );
  const depthOf = (text: string) => (/Order\/\d+"\}$/.test(text) ? 1 : text.includes("__parentId") ? 2 : 0);

  it.each<[string, string[]]>([
    ["each behind its own", lines],
    ["by level", lines.toSorted((a, b) => depthOf(a) - depthOf(b))],
    ["by level, the deepest first", lines.toSorted((a, b) => depthOf(b) - depthOf(a))],
    ["backwards", lines.toReversed()],
    ["sales at the end, oldest orders first", lines.toReversed().toSorted((a, b) => depthOf(a) - depthOf(b))],
    ["with escaped slashes", lines.map((one, at) => (at % 2 === 0 ? escaped(one) : one))],
    [
      "with the parent first",
      lines.map((one) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(one)).toReversed()))),
    ],
    ["with ids that name the kind", lines.map((one) => one.replaceAll("SalesAgreement", "RefundAgreement"))],
    ["with sales that name the kind", lines.map((one) => one.replaceAll("/Sale/", "/ShippingLineSale/"))],
  ])("is read correctly: %s", async (_, mixed) => {
    expect(shown(await read(await given(file(...mixed)), fields))).toEqual(held);
  });

  it("is read correctly in 60 random orders", async () => {
    const random = createRandom(42);
    for (let n = 0; n < 60; n++) {
      const mixed = lines.map((one) => ({ one, at: random.next() })).toSorted((a, b) => a.at - b.at);
      const from = await given(file(...mixed.map(({ one }) => one)));
      expect(shown(await read(from, fields)), mixed.map(({ one }) => one).join("\n")).toEqual(held);
      await from.close();
    }
  });

  it("is read correctly if ids of two kinds have the same number", async () => {
    const twins = [
      ...[order(3, 9), sale(301, 30, "OrderAgreement"), sale(300, 30, "RefundAgreement")],
      ...[agreement(30, 3, "OrderAgreement"), order(2, 8), agreement(30, 2, "RefundAgreement")],
    ];
    expect(shown(await read(await given(file(...twins)), fields))).toEqual(["#3 | 30: 301", "#2 | 30: 300"]);
  });

  it("is read correctly with more between an agreement and its sale than fits in memory", async () => {
    const between = Array.from({ length: 12 }, (_, n) => order(100 - n, 6, { note: "n".repeat(1_000_000) }));
    const far = file(order(200, 9), agreement(30, 200), ...between, sale(300, 30));
    const [first, ...others] = shown(await read(await given(far), fields));
    expect([first, others.length]).toEqual(["#200 | 30: 300", 12]);
  });

  it.each<[string, string[], RegExp]>([
    ["a sale of no agreement", [...lines, sale(999, 77)], /SalesAgreement\/77 is missing/],
    ["a sale of no agreement, at the start", [sale(999, 77), ...lines], /SalesAgreement\/77 is missing/],
    ["a sale of another kind of agreement", [...lines, sale(999, 10, "RefundAgreement")], /\/10 is missing/],
    ["a sale of a line", [...lines, sale(999, 31, "LineItem")], /LineItem\/31 is missing/],
    ["a sale of a sale", [...lines, sale(999, 300, "Sale")], /Sale\/300 is missing/],
    ["a sale of an order", [...lines, sale(999, 3, "Order")], /no kind/],
    ["a sale twice", [...lines, sale(100, 10)], /there twice/],
    ["an agreement twice", [...lines, agreement(10, 1)], /there twice/],
    ["an agreement of no order", [...lines, agreement(70, 7), sale(700, 70)], /order 7 is missing/],
    ["something else below an agreement", [...lines, sale(999, 10, "SalesAgreement", "LineItem")], /no kind/],
    ["an order below an agreement", [...lines, sale(9, 10, "SalesAgreement", "Order")], /no kind/],
  ])("fails with %s", async (_, wrong, detail) => {
    const error = await failed(await given(file(...wrong)), fields);
    expect(error).toMatchObject({ code: "unexpected-answer", detail: expect.stringMatching(detail) });
    expectUnderstandable(error.message, /run the report again/i);
  });

  it("fails with sales that weren't asked for", async () => {
    const error = await failed(await given(file(...lines)));
    expect(error).toMatchObject({ code: "unexpected-answer", detail: expect.stringMatching(/a line of no order/) });
  });
});

describe("a bad bulk file fails with an error that says what to do", () => {
  it.each<[string, string[], RegExp]>([
    ["a line that isn't JSON", [...good.slice(0, 5), '{"id":"gid://shopify/Ord'], /no JSON object/],
    ["a line that breaks off", [...good.slice(0, 2), (good[2] ?? "").slice(0, 60), ...good.slice(3)], /JSON|no order/],
    ["a line that isn't an object", [...good, "[1,2]"], /no JSON object/],
    ["a line of something that isn't an order", [...good, '{"id":"gid://shopify/Shop/1"}'], /a line of no order/],
    ["a line whose order is missing", [...good, line(99, 77, "Ghost")], /order 77 is missing/],
    ["a line whose order is missing, at the start", [line(99, 77, "Ghost"), ...good], /order 77 is missing/],
    ["an order twice", [...good, order(1, 7)], /there twice/],
    ["an order twice in a row", [order(3, 9), ...good], /there twice/],
    ["a line twice", [...good.slice(0, 2), ...good.slice(1)], /is there twice/],
    ["an order without a date", [...good, '{"id":"gid://shopify/Order/4","createdAt":null}'], /has no date/],
    [
      "a kind of line that wasn't requested",
      [...good, '{"id":"gid://shopify/Refund/1","__parentId":"gid://shopify/Order/1"}'],
      /no kind/,
    ],
  ])("with %s", async (_what, lines, detail) => {
    const error = await failed(await given(file(...lines)));
    expect(error).toMatchObject({ code: "unexpected-answer", detail: expect.stringMatching(detail) });
    expectUnderstandable(error.message, /run the report again/i);
  });

  it("with a line or an order that is too large for a worker", async () => {
    const note = "n".repeat(17_000_000);
    const long = await failed(await given(file(order(3, 9, { note }), ...good.slice(1))));
    expect(long).toMatchObject({ code: "unexpected-answer", detail: expect.stringMatching(/a line has more than/) });
    expectUnderstandable(long.message, /run the report again/i);
    await platform?.close();
    const half = note.slice(0, 9_000_000);
    const wide = await failed(await given(file(order(3, 9), line(31, 3, half), line(32, 3, half), ...good.slice(3))));
    expect(wide.detail).toMatch(/order 3 has more than/);
  });

  it("with an order inside an order, counted or not", async () => {
    const inside = order(0, 6, { __parentId: "gid://shopify/Order/1", tags: [] });
    const from = await given(file(...good, inside));
    expect(await failed(from)).toMatchObject({ detail: expect.stringMatching(/4 orders in 7 lines/) });
    from.tells({ objects: 7, orders: 4 });
    expect(await failed(from)).toMatchObject({ detail: expect.stringMatching(/is in something else/) });
  });

  it("with fewer lines than the platform counted", async () => {
    const from = await given(file(...good));
    from.tells({ objects: 7, orders: 4 });
    expect(await failed(from)).toMatchObject({ detail: expect.stringMatching(/3 orders in 6 lines/) });
  });

  it("that is empty", async () => {
    const from = await given("");
    from.tells({ objects: 6, orders: 3, bytes: 0 });
    expect(await failed(from)).toMatchObject({ detail: expect.stringMatching(/0 orders in 0 lines/) });
  });

  it("that is longer than announced once it is decompressed", async () => {
    const from = await given(file(...good));
    from.serves((response) => response.setHeader("content-encoding", "gzip").end(gzipSync(file(...good, ...good))));
    expect(await failed(from)).toMatchObject({ detail: expect.stringMatching(/longer than its/) });
  });

  it("that never ends", async () => {
    const from = await given(file(...good));
    from.serves((response) => {
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const error = await failed(from);
    expect(error.detail).toMatch(/longer than its/);
    expectUnderstandable(error.message, /run the report again/i);
  });

  it.each<[string, ServeFile]>([
    [
      "in a way that wasn't requested",
      (response) => void response.setHeader("content-encoding", "br").end(brotliCompressSync("x")),
    ],
    ["in name only", (response) => void response.setHeader("content-encoding", "gzip").end("plain")],
    [
      "with something after its end",
      (response) => {
        const packed = Buffer.concat([gzipSync(file(...good)), Buffer.from("rubbish")]);
        response.setHeader("content-encoding", "gzip").end(packed);
      },
    ],
  ])("compressed %s", async (_what, serve) => {
    const from = await given(file(...good));
    from.serves(serve);
    const error = await failed(from);
    expect(error).toMatchObject({ code: "unexpected-answer", message: expect.stringMatching(/that we can't unpack/) });
    expectUnderstandable(error.message, /run the report again/i);
    expect(from.counts().asked).toBe(1);
  });

  it.each<[string, (response: ServerResponse, from: number) => void]>([
    ["sends all of it every time", (response) => void response.end(file(...good))],
    [
      "has nothing more to send",
      (response, from) => {
        if (from > 0) response.writeHead(206, { "content-range": `bytes ${from}-9999/10000` });
        response.end(file(...good).slice(from));
      },
    ],
  ])("that is shorter than announced, from a host that %s", async (_what, answer) => {
    const from = await given(file(...good));
    from.tells({ bytes: 10_000 });
    from.serves((response, { headers }) => answer(response, Number(/\d+/.exec(headers.range ?? "")?.[0] ?? 0)));
    const error = await failed(from);
    expect(error).toMatchObject({
      code: "unexpected-answer",
      message: expect.stringMatching(/sent only a part of its file/),
      detail: expect.stringMatching(/ of its 10000 bytes/),
    });
    expectUnderstandable(error.message, /run the report again/i);
    expect(from.counts().asked).toBe(2);
  });

  it("that is shorter than announced, as the host confirms", async () => {
    const from = await given(file(...good));
    from.tells({ bytes: 10_000 });
    from.serves((response, { headers }) =>
      headers.range ? response.writeHead(416).end() : response.end(file(...good)),
    );
    expect(await failed(from)).toMatchObject({ detail: expect.stringMatching(/shorter than it was said/) });
  });

  it.each<[string, ServeFile]>([
    ["a private network", (response) => void response.writeHead(302, { location: "http://10.0.0.7/file" }).end()],
    ["this machine", (response) => void response.writeHead(307, { location: "http://127.0.0.1:1/file" }).end()],
    [
      "the machine's metadata",
      (response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    ],
    ["itself, again and again", (response, { url }) => void response.writeHead(302, { location: url ?? "" }).end()],
  ])("that leads to %s", async (_what, serve) => {
    const from = await given(file(...good));
    from.serves(serve);
    const error = await failed(from);
    expect(error).toMatchObject({
      code: "unexpected-answer",
      message: expect.stringMatching(/an address that we don't call/),
    });
    expectUnderstandable(error.message, /run the report again/i);
  });
});

describe("a bulk file that can't be fetched is given up in time", () => {
  it.each<[string, ServeFile]>([
    ["never answers", () => undefined],
    ["sends one byte and no more", (response) => void response.write("{")],
    ["breaks off every time", (response) => void response.write("{", () => response.destroy())],
    ["answers 503", (response) => void response.writeHead(503).end()],
    ["says that each address has expired", (response) => void response.writeHead(403).end()],
  ])("if its host %s", async (_what, serve) => {
    const from = await given(file(...good));
    from.serves(serve);
    const error = await failed(from);
    expect(error.code).toBe("unavailable");
    expectUnderstandable(error.message, /try again/i);
    expect(from.counts().asked).toBeLessThanOrEqual(6);
  });

  it.each<[string, Parameters<BulkPlatform["tells"]>[0]]>([
    ["without an address", { url: null }],
    ["without a size", { bytes: null }],
    ["at an address that is not encrypted", { url: "http://files.example/1.jsonl" }],
    ["at an invalid address", { url: "over there" }],
    ["partial, because it failed", { status: "FAILED", partialUrl: "https://files.example/1.jsonl" }],
    ["expired", { status: "EXPIRED" }],
  ])("if it is %s: its operation counts as lost", async (_what, told) => {
    const from = await given(file(...good));
    from.tells(told);
    expect(await from.platform.bulk.poll(access, fakeBulkOperation)).toMatchObject({ kind: "lost" });
    expect(from.counts().asked).toBe(0);
  });
});
