import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bareOrder, fullOrder } from "#domain/columns/orders-for-tests.ts";
import { FileType, Grouping } from "#domain/enumerations.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { designsForTests, type Hashes, makeManyFiles, surroundings } from "#tests/support/many-files.ts";
import { createExportJob } from "./export-job.ts";

/** Columns of the recorded hashes, on two orders with everything and nothing, and on a hundred small ones. */
const columns =
  "Image ProductTitle VariantTitle SKU Vendor Barcode ProductType Quantity CurrentQuantity RefundedQuantity Price TotalPrice LineTax RefundedAmount OrderNum OrderDate FinancialStatus FulfillmentStatus CancelledDate CancelReason SalesChannel Currency Email Note Tags OrderUrl OrderTotal CurrentOrderTotal OrderTax OrderDiscounts ShippingPrice RefundTotal RefundInPeriod CustomerName ShippingName ShippingAddress1 ShippingCity ShippingZip ShippingCountry TrackingNumber"
    .split(" ")
    .map((column) => ({ column, title: null, width: null, format: null }));
const orders = [
  ...someOrders(100),
  { ...fullOrder, createdAt: "2026-11-19T14:05:00Z" },
  { ...bareOrder, createdAt: "2026-11-18T14:05:00Z" },
] as JsonObject[];

const contentOf = async (fileType: FileType, grouping: Grouping, changes: Partial<typeof defaultPreferences> = {}) => {
  const exporter = exporterForTests(orders);
  const { design } = await exporter.request("other");
  const preferences = { ...defaultPreferences, ...changes };
  await exporter.request("e1", { fileType, preferences, design: { ...design, grouping, columns } });
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
  const state = await exporter.stateOf("e1");
  return state.status === "finished" ? state.file.contentHash : state.status;
};

/**
 * CSV hashes are from before sorted and split reports, which must not change other files. Those of HTML, XML and Excel
 * include their self-descriptions (ADR 57). Excel's: decimals of amounts, one relationship per link, and no
 * marks at digits (ADR 8). HTML's: the search with its in-window result, and the columns (ADR 68), and pictures as
 * links if none can be fetched (ADR 69).
 */
describe("a report that is neither sorted nor split has the same bytes as ever", () => {
  it.each([
    ["CSV", FileType.Csv, Grouping.Orders, "c7bf76dcc1c8a7ae5ad3f89ecdfe9ce1090380676daa97f39a0ddf305ed62efb"],
    ["CSV", FileType.Csv, Grouping.OnePerOrder, "d177dacc411c1f46150276733948ebd3e557c8de17fbe1580f1d082ef3b7fd52"],
    ["XML", FileType.Xml, Grouping.Orders, "e609e53b949cda91a78b9735cf3c99aaa235c33cce44f512bec97f962bc252d4"],
    ["XML", FileType.Xml, Grouping.OnePerOrder, "a4c1b6d03eec64569d818bc8825e582222eeeae0b6fa3871e3332e552149e3e0"],
    ["HTML", FileType.Html, Grouping.Orders, "020adc27abae5a52c2071aade74465f793060f444c6ea3863129f14db0eb4bde"],
    ["HTML", FileType.Html, Grouping.OnePerOrder, "71801a3c670ff5932900e6a3015a65ab83168e96621197b828de6b7e601c215f"],
    ["Excel", FileType.Excel, Grouping.Orders, "43cf5f4b5b3380c88f60bb8b87a2b060e110e7cf5d7555df2afab0da42756eb3"],
    ["Excel", FileType.Excel, Grouping.OnePerOrder, "74682347ddc4bfadba5923d8de2245a9efa54ff935e449e6fe5989321872ae8f"],
  ])("%s (%i), grouped as %i", async (_, fileType, grouping, hash) => {
    expect(await contentOf(fileType, grouping, { AlternateRowsStyle: 2 })).toBe(hash);
  });

  it("with letter options too", async () => {
    const changes = { SatinizeLetters: true, ReplaceDashesSlashes: true };
    expect(await contentOf(FileType.Csv, Grouping.Orders, changes)).toBe(
      "ebbb6c67884761ea3ac7818900b7a55ce7d64469bc84e48014533bbcb62768a8",
    );
  });
});

const script = fileURLToPath(new URL("../../tests/support/print-files.ts", import.meta.url));

/** Files made by another process, and its environment. */
const madeElsewhere = async (where: {
  zone: string;
  language: string;
  cwd: string;
  pageSize: number;
  later: number;
}) => {
  const { zone, language, cwd, pageSize, later } = where;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, String(pageSize), String(later)],
    { cwd, env: { ...process.env, TZ: zone, LANG: language, LC_ALL: language } },
  );
  return JSON.parse(stdout) as { surroundings: string; files: Record<string, Hashes> };
};

it("the same inputs give the same bytes in any time zone, language, folder, hour and page size", async () => {
  const days = 24 * 3_600_000;
  const [here, turkish, swedish] = await Promise.all([
    makeManyFiles(10, 0),
    madeElsewhere({ zone: "Pacific/Kiritimati", language: "tr_TR.UTF-8", cwd: "/", pageSize: 1, later: 3 * days }),
    madeElsewhere({ zone: "America/St_Johns", language: "sv_SE.UTF-8", cwd: tmpdir(), pageSize: 250, later: 9 * days }),
  ]);
  expect(new Set([surroundings(), turkish.surroundings, swedish.surroundings]).size).toBe(3);
  expect(turkish.surroundings).toContain("tr-TR");
  expect(swedish.surroundings).toContain("sv-SE");
  const files = Object.values(here);
  expect(files).toHaveLength(4 * Object.keys(designsForTests).length);
  expect(new Set(files.map(({ contentHash }) => contentHash)).size).toBe(files.length);
  expect(turkish.files).toEqual(here);
  expect(swedish.files).toEqual(here);
});
