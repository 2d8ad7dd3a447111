import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { collections } from "#domain/read-models/documents.ts";
import { createHalfSender } from "#tests/support/half-sent.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
let token: string;
beforeEach(async () => {
  web = await startWebForTests();
  await web.readStore.ensureCollections(Object.values(collections));
  ({ token } = await web.givenShop("aurora-demo"));
});
const { send, drop } = createHalfSender(() => web.url);
afterEach(() => {
  drop();
  return web.close();
});

const column = (one: number) => ({
  ...{ Column: `Custom${one}`, Title: "A title of mine", OriginalTitle: "", Visible: true, Disabled: false, Width: 10 },
  ...{ Sorting: 0, Type: 0, Category: 0, SlowColumn: -1, LinkTitleField: null, Field: "", Takes: [1, 2, 3, 4] },
  CustomColumn: { Category: 1, LocalStatus: null, ExcelFormula: { Formula: `=${"A1+".repeat(200)}B1` }, Name: null },
  NumberFormat: { Type: 0, CustomFormatCode: null, LessThanRedValue: null },
});
const thing = { id: "unknown", title: "Mine", ordering: 1 };
const design = {
  ...{ ...thing, report_id: "unknown", grouping: 0, ws_splitter: 0, HasSlowColumns: false },
  columns: Array.from({ length: 1_000 }, (_, one) => column(one)),
  VisibleColumns: Array.from({ length: 1_000 }, (_, one) => `Custom${one}`),
};
const filter = {
  ...{ ...thing, order_filter_view: 0, financial_status: 0, fulfillment_status: 0, order_status: 0 },
  OrderSievers: Array.from({ length: 100 }, (_, field) => ({
    Field: field,
    Filter: Array.from({ length: 900 }, (_, one) => `${field}-${one}`),
  })),
};

describe("a request body", () => {
  it("is read in full for a design with 1,000 columns", async () => {
    const reply = await web.ask("PUT", "reports/update", { token, body: design });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([404, expect.stringContaining("report design")]);
  });

  it("is read in full for a filter with too many values, which has its own check", async () => {
    const reply = await web.ask("PUT", "filters/update-filter", { token, body: filter });
    expect(reply.envelope.ErrorMessage).not.toMatch(/The body|Send less/);
  });

  it("is refused as soon as it turns out too complex, before it has arrived", async () => {
    const head = { authorization: `Bearer ${token}`, "content-type": "application/json", "content-length": 4_000_000 };
    const socket = await send("/api/filters/update-filter", head, "PUT");
    socket.write(`[${"{},".repeat(3_000)}`);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 [\s\S]*The body holds too many values/);
    // The rest is discarded as it arrives, and the connection survives.
    socket.write(`${"0".repeat(4_000_000 - 9_001)}GET /api/app-config HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const [next] = await once(socket, "data");
    expect(String(next)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("may begin with a byte order mark, but must be UTF-8", async () => {
    const bytes = Buffer.from(`\uFEFF${JSON.stringify({ ShopName: "räksmörgås" })}`);
    const ask = (raw: Uint8Array<ArrayBuffer>, type: string) =>
      web.ask("POST", "instrumentation/isOnline", { raw, headers: { "content-type": `application/json${type}` } });
    expect((await ask(bytes, "")).status).toBe(200);
    expect((await ask(bytes, '; charset="UTF-8"')).status).toBe(200);
    const refused = await ask(Buffer.from("{}", "utf16le"), "; charset=utf-16");
    expect([refused.status, refused.envelope.ErrorMessage]).toEqual([
      415,
      "The body's character encoding isn't supported. Send JSON in UTF-8.",
    ]);
    // Invalid UTF-8 would otherwise be stored as U+FFFD.
    const foreign = await ask(Buffer.from('{"ShopName":"caf\u00e9"}', "latin1"), "");
    expect([foreign.status, foreign.envelope.ErrorMessage]).toEqual([
      400,
      "The body is not UTF-8. Send JSON in UTF-8.",
    ]);
  });
});
