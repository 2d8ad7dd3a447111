import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Grouping, LocalStatus } from "#domain/enumerations.ts";
import type { Preview, PreviewRow } from "#domain/wire/reports/report-data.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { createDesign, download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { privacyEnds } from "#tests/support/privacy.ts";
import { recordedEvents } from "#tests/support/recorded-events.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { fixedMoments } from "./scenario.ts";

/** A shop's local statuses, from setting them to previews, files and erasure. Two processes are killed in between. */

const kills = ["projection:local-statuses:after-rows-before-checkpoint", "export:mid-file"];
const { none, New, Done, Problem } = LocalStatus;

let sheaf: StartedSheaf;
let aurora: Merchant;
let borealis: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: { ...fixedMoments, FAILPOINTS: kills.join(",") } });
  [aurora, borealis] = await Promise.all([logIn(sheaf, "aurora-demo"), logIn(sheaf, "borealis-demo")]);
}, 120_000);
afterAll(() => sheaf?.stop());

const designOf = (merchant: Merchant) =>
  createDesign(merchant, { Grouping: Grouping.OnePerOrder, Columns: ["OrderNum", "LocalStatus"] });
const rowsOf = async ({ client }: Merchant, id: string): Promise<(PreviewRow & { status: unknown })[]> => {
  const { Sheets, Columns } = await client.data<Preview>("GET", `reportData/design-data/${id}`);
  return Sheets.flatMap(({ Rows }) => Rows).map((row) => ({
    ...row,
    status: row.Cells[Columns.indexOf("LocalStatus")],
  }));
};
const set = ({ client }: Merchant, OrderId: string | undefined, status: LocalStatus, Seen?: LocalStatus) =>
  client.data("PUT", "reportData/local-status", {
    OrderId,
    LocalStatus: status,
    ...(Seen === undefined ? {} : { Seen }),
  });
/** Rows of a file that have a local status. */
const wordsIn = (file: Buffer): string[] =>
  file
    .toString("utf8")
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== "" && !line.endsWith(","));
/** Documents of the read model, of all its versions. */
const documents = (): number => {
  const db = new DatabaseSync(join(sheaf.dataDir, "read-models.db"), { readOnly: true });
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%local-statuses%'")
      .all();
    expect(tables.length).toBeGreaterThan(0);
    const count = ({ name }: { name?: unknown }) =>
      Number(db.prepare(`SELECT count(*) AS n FROM "${String(name)}" WHERE document IS NOT NULL`).get()?.n);
    return tables.reduce((sum, table) => sum + count(table), 0);
  } finally {
    db.close();
  }
};

describe("given a merchant who set the local status of two orders", () => {
  let designId: string;
  let orders: (string | undefined)[];
  beforeAll(async () => {
    ({ id: designId } = await designOf(aurora));
    orders = (await rowsOf(aurora, designId)).map(({ OrderId }) => OrderId);
    await set(aurora, orders[0], Done);
    await set(aurora, orders[1], New);
    await set(aurora, orders[1], Problem, New);
  });
  const shown = async () => (await rowsOf(aurora, designId)).slice(0, 3).map(({ status }) => status);

  it("when the designer is opened, then its rows show them, even after projections were killed", async () => {
    expect(await shown()).toEqual(["Done", "Problem", null]);
    await until("projections were killed", async () => existsSync(join(sheaf.dataDir, "failpoints", kills[0] ?? "")));
    expect(await shown()).toEqual(["Done", "Problem", null]);
  });

  it("when someone else changed one in the meantime, then both values are named and nothing changes", async () => {
    const refused = set(aurora, orders[1], Done, none);
    await expect(refused).rejects.toThrow(/changed to Problem in another window\. You chose Done/);
    expect(await shown()).toEqual(["Done", "Problem", null]);
  });

  it("when another shop opens its designer, then it sees none of them, and can't set them", async () => {
    const { id } = await designOf(borealis);
    expect(new Set((await rowsOf(borealis, id)).map(({ status }) => status))).toEqual(new Set([null]));
    await expect(set(borealis, orders[0], New)).rejects.toThrow("Your store doesn't have this order.");
    await expect(set(aurora, "99", New)).rejects.toThrow("Your store doesn't have this order.");
  });

  it("when an exporter is killed during an export, then the file has the statuses as of the request", async () => {
    const { ReportExportId } = await generate(aurora, designId, { range: { kind: "noFilter" } });
    await set(aurora, orders[0], none, Done);
    await set(aurora, orders[2], New);
    const file = await download(aurora, await waitForExport(aurora, ReportExportId));
    expect(wordsIn(file)).toEqual([expect.stringMatching(/,Done$/), expect.stringMatching(/,Problem$/)]);
    expect(await recordedEvents(sheaf.dataDir, "ExportStarted")).toHaveLength(2);
    expect(await shown()).toEqual([null, "Problem", "New"]);
    const again = await generate(aurora, designId, { range: { kind: "noFilter" } });
    expect(wordsIn(await download(aurora, await waitForExport(aurora, again.ReportExportId)))).toHaveLength(2);
  });

  it("when the shop uninstalls and is erased, then only its events remain, and it starts anew", async () => {
    expect(documents()).toBe(3);
    await demoControl(sheaf.demoUrl, "aurora-demo").uninstall();
    await until(
      "the shop is uninstalled",
      async () => (await recordedEvents(sheaf.dataDir, "ShopUninstalled")).length === 1,
    );
    await demoControl(sheaf.demoUrl, "aurora-demo").demand("shop/redact");
    await privacyEnds(sheaf.dataDir, 1);
    expect(await recordedEvents(sheaf.dataDir, "LocalStatusErased")).toHaveLength(3);
    await until("the read model is empty", async () => documents() === 0);
    aurora = await logIn(sheaf, "aurora-demo");
    const { id } = await designOf(aurora);
    expect(new Set((await rowsOf(aurora, id)).map(({ status }) => status))).toEqual(new Set([null]));
  });
});
