import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { fetchHeld } from "#tests/support/hold-to-document.ts";
import { createDesign, download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { filesOf, privacyEnds } from "#tests/support/privacy.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { fixedMoments } from "./scenario.ts";

/**
 * ADR 21: merchants' texts about people are nowhere in a data folder except in reports and in the vault, where they are
 * encrypted and can be erased. The search is byte by byte, beside the running product and after it was stopped.
 */

const zed = "zed.quill@vault-test.example";
/** Typed values by field. No order of the demo shop contains these words. */
const typed: Readonly<Record<number, string>> = {
  1001: "quill-tag-zq",
  1002: "Quill's garage zq",
  1003: `contact:${zed}`,
  2001: "quillcode-zq",
  2002: "quill engraving zq",
  5000: "quill-customer-zq",
  5002: "Quillsbury-zq",
  5003: zed,
};
/** Sent only in saves that are refused. */
const unkept = "unkept.quill@vault-test.example";
const goods = "quill-sku-zq";
const message = `My customer ${zed} finds no quill-message-zq in the report.`;
const words = /quill|vault-test/i;

/** Precedes the reference of an erased value. */
const mark = "\u001a";

let sheaf: StartedSheaf;
let merchant: Merchant;
let filter: Filter;
let htmlId: string;

/** The state of the Generate report page. */
const pageOf = (ReportId: string, report_filter_id: string) => ({
  FileType: FileType.Html,
  ReportId,
  UserOrderFilters: { report_filter_id, order_date_range: 7, order_date_from: null, order_date_to: null },
});

/** Every file of the folder except reports, as bytes, and everything that the processes printed. */
const everything = async (): Promise<Map<string, string>> => {
  const found = new Map([["log", sheaf.output()]]);
  for (const entry of await readdir(sheaf.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(join(sheaf.dataDir, "files"))) continue;
    // The product is running, so a temporary file may be gone by now.
    const text = await readFile(path, "latin1").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return "";
    });
    found.set(path.slice(sheaf.dataDir.length + 1), text);
  }
  return found;
};
const holding = async (wanted: RegExp): Promise<string[]> =>
  [...(await everything())].filter(([, text]) => wanted.test(text)).map(([name]) => name);
const typedRows = (): number => {
  const db = new DatabaseSync(join(sheaf.dataDir, "state.db"), { readOnly: true });
  try {
    return Number(db.prepare("SELECT count(*) AS n FROM vault WHERE reference LIKE 'pv:%'").get()?.n);
  } finally {
    db.close();
  }
};
const read = (id: string) => merchant.client.data<Filter>("GET", `filters/get-filter?id=${id}`);
const valuesOf = ({ OrderSievers }: Filter, field: number) =>
  OrderSievers.find(({ Field }) => Field === field)?.Filter ?? [];
const ends = async (count: number) => (await privacyEnds(sheaf.dataDir, count)).at(-1);

beforeAll(async () => {
  // Its own name may be in nothing that is looked for.
  sheaf = await startSheaf({ env: { ...fixedMoments, LOG_LEVEL: "debug" } });
  merchant = await logIn(sheaf, "aurora-demo");
  const { client } = merchant;
  const created = await client.data<Filter>("POST", "filters/create-new");
  const OrderSievers = Object.entries({ ...typed, 4000: goods }).map(([code, value]) => ({
    Field: Number(code),
    Filter: [`!${value}`],
  }));
  filter = await client.data<Filter>("PUT", "filters/update-filter", { ...created, OrderSievers });
  // Refused, and remembered as such: each call has a command id.
  const refused = async (expected: number, edit: object, ifMatch?: string) => {
    const { status } = await fetchHeld(sheaf.url, "filters/update-filter", {
      method: "PUT",
      headers: {
        authorization: `Bearer ${client.token()}`,
        "content-type": "application/json",
        "x-command-id": randomUUID(),
        ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
      },
      body: JSON.stringify({ ...filter, ...edit }),
    });
    expect(status).toBe(expected);
  };
  for (const field of [1000, 4000, 5001, 5003])
    await refused(400, { OrderSievers: [{ Field: field, Filter: [zed, zed.toUpperCase()] }] });
  for (const field of [1004, 2000, 2003, 2004, 2005])
    await refused(400, {
      OrderSievers: [
        { Field: field, Filter: [`<${zed}`] },
        { Field: 5003, Filter: [unkept] },
      ],
    });
  await refused(400, { title: `<${zed}>`, OrderSievers: [{ Field: 5002, Filter: [unkept] }] });
  const before = (await client.call("GET", `filters/get-filter?id=${filter.id}`)).headers.get("etag") ?? "";
  filter = await client.data<Filter>("PUT", "filters/update-filter", { ...filter, title: "Renamed" });
  await refused(409, { title: zed, OrderSievers: [{ Field: 5002, Filter: [unkept] }] }, before);
  expect((await client.call("PUT", "appData/setManualExport", pageOf(zed, filter.id))).status).toBe(400);
  expect((await client.call("PUT", "appData/setManualExport", pageOf(filter.id, zed))).status).toBe(400);
  await client.data("POST", "filters/clone", filter.id);
  await client.data("POST", "support/send-message", message);
  const { id: reportId } = await createDesign(merchant);
  await client.data("PUT", "appData/setManualExport", pageOf(reportId, filter.id));
  await client.data("GET", "orders/page-count?location=manual");
  await client.data("GET", "orders/selectedOrders?location=manual");
  await client.data("GET", `filters/history?id=${filter.id}`);
  const range = { kind: "noFilter" } as const;
  const { ReportExportId } = await generate(merchant, reportId, {
    range,
    fileType: FileType.Html,
    filterId: filter.id,
  });
  htmlId = ReportExportId;
  const job = await waitForExport(merchant, ReportExportId);
  expect(job.Orders).toBe(300);
  // The report itself says what was filtered.
  expect((await download(merchant, job)).toString()).toContain(zed);
}, 120_000);
afterAll(() => sheaf?.stop());

describe("given personal data in filter fields that may contain it, and in a message to support", () => {
  it("then they are returned as typed, and are unencrypted in no store, frozen input or log", async () => {
    const now = await read(filter.id);
    for (const [code, value] of Object.entries(typed)) expect(valuesOf(now, Number(code))).toEqual([`!${value}`]);
    // The search finds a word where it may be, so the search works.
    expect(await holding(/quill-sku-zq/)).toEqual(expect.arrayContaining([expect.stringMatching(/^events\.db/)]));
    const found = [...(await everything())].map(([name, text]) => [name, text.replaceAll(goods, "")] as const);
    const telling = found.filter(([, text]) => words.test(text)).map(([name]) => name);
    // Without a mail server the mail itself waits in the outbox, to be taken.
    expect(telling.filter((name) => !name.startsWith("outbox"))).toEqual([]);
    // One more waits for the clean-up: the value of the save that was refused.
    expect(typedRows()).toBe(Object.keys(typed).length + 1);
  });

  it("when a customer is erased, then everything that names them is gone, and other values stay", async () => {
    await until("the message is in an e-mail", async () => (await holding(/quill-message-zq/)).length > 0);
    await demoControl(sheaf.demoUrl, "aurora-demo").demand("customers/redact", { email: zed.toUpperCase() });
    expect(await ends(1)).toMatchObject({ outcome: "carried-out", counts: { exports: 1, files: 1, values: 3 } });
    const now = await read(filter.id);
    const erased = new RegExp(`^!${mark}pv:[\\w-]{22}$`);
    expect(valuesOf(now, 5003)).toEqual([expect.stringMatching(erased)]);
    expect(valuesOf(now, 1003)).toEqual([expect.stringMatching(erased)]);
    expect(valuesOf(now, 5002)).toEqual([`!${typed[5002]}`]);
    // The report that named them in its head is gone, and so is the mail.
    expect(await filesOf(sheaf.dataDir, htmlId)).toEqual([expect.stringMatching(/\.people$/)]);
    expect(await holding(/vault-test|quill-message-zq/i)).toEqual([]);
  });

  it("when the shop is erased, then nothing of it can be decrypted", async () => {
    const control = demoControl(sheaf.demoUrl, "aurora-demo");
    await control.uninstall();
    await until(
      "the shop is uninstalled",
      async () => (await recordedEvents(sheaf.dataDir, "ShopUninstalled")).length === 1,
    );
    await control.demand("shop/redact");
    expect((await ends(2))?.counts.values).toBeGreaterThanOrEqual(5);
    expect(typedRows()).toBe(0);
    const found = [...(await everything())].map(([name, text]) => [name, text.replaceAll(goods, "")] as const);
    expect(found.filter(([, text]) => words.test(text)).map(([name]) => name)).toEqual([]);
  });
});
