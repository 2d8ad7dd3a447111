import { orderAt } from "#demo-store/generate/order.ts";
import { demoShop } from "#demo-store/generate/shops.ts";
import type { DemoOrder } from "#demo-store/generate/types.ts";
import { exportFileName, fileExtension } from "#domain/export/file-name.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { exporterForTests } from "#tests/support/exporter-for-tests.ts";
import { createExportJob } from "../../exporter/jobs/export-job.ts";
import { designOf } from "./designs.ts";
import type { ReportCase } from "./factors.ts";
import { filters } from "./filters.ts";

export const zone = "Europe/Athens";
/** When the export was requested. */
export const now = "2026-11-20T12:30:00.000Z";
export const title = "Matrix of aurora";

const some = 12;
/** Sold together, or for a day: rare, and rows of their own in some groupings. */
const isRare = ({ lineItems, customAttributes }: DemoOrder): boolean =>
  lineItems.some(
    (line) =>
      line.lineItemGroup !== null || line.customAttributes.some(({ key }) => /^(?:_bundle_id|delivery)/i.test(key)),
  ) || customAttributes.some(({ key }) => /^delivery/i.test(key));

/** Some of aurora-demo's orders, over all of its half year, each with a bundle or a day of delivery, and one of each note; newest first. */
export const auroraOrders = (): DemoOrder[] => {
  const shop = demoShop("aurora-demo", {
    demoNow: new Date("2026-11-01T10:30:00Z"),
    origin: "https://aurora-demo.example",
  });
  const notes = new Set<string | null>();
  return Array.from({ length: 300 }, (_, age) => orderAt(shop, 299 - age)).filter((order, age) => {
    const saysNew = !notes.has(order.note);
    notes.add(order.note);
    return saysNew || age % some === 0 || isRare(order);
  });
};

export type MadeFile = { bytes: Uint8Array; fileName: string; rows: number; orders: number; replaced: number };

/** Makes the file of a case as a worker does, on memory stores. */
export const makeFile = async (report: ReportCase, orders: readonly DemoOrder[]): Promise<MadeFile> => {
  const exporter = exporterForTests(orders as unknown as JsonObject[], 40);
  const { format, grouping, splitter, design, filter, ...preferences } = report;
  const conditions = filters[filter];
  const asked: Partial<FrozenInput> = {
    fileType: format,
    preferences,
    fileName: exportFileName(title, now, zone, fileExtension(format, preferences.CsvFileExtension)),
    filter: conditions && { filterId: "filter-1", ...conditions },
    asked: { filterId: conditions ? "filter-1" : null, filterTitle: filter, range: 0, from: null, to: null },
    design: { reportId: "design-1", title, grouping, splitter, ...designOf(design) },
  };
  const { fileName } = await exporter.request("e1", asked);
  await exporter.enqueue("e1");
  await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
  const state = await exporter.stateOf("e1");
  if (state.status !== "finished") throw new Error(`The export is ${JSON.stringify(state)}.`);
  const { file } = state;
  const pieces: Uint8Array[] = [];
  for await (const piece of await exporter.deps.fileStore.open(file.fileKey)) pieces.push(piece);
  return {
    bytes: Buffer.concat(pieces),
    fileName,
    rows: file.rows,
    orders: file.orders,
    replaced: file.replacedCharacters ?? 0,
  };
};
