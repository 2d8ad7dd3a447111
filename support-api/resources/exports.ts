import { exportDecider } from "#domain/export/decider.ts";
import { pickRange } from "#domain/export/order-selection.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import type { ConsoleExport, ConsoleExportDetails, ConsoleOrderSelection } from "#domain/wire/support/console.ts";
import { fileTypeLabel } from "#domain/workspace/automations/automation-text.ts";
import { readTitles } from "../activity/titles.ts";
import { deriveRepeatId } from "../acts/repeat-id.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterBefore, filterSince, isOneOfWord, isText } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";
import { exportStatuses, exportStatusName } from "./names.ts";

const fileOf = ({ fileKey, expired, erased }: ExportDocument): ConsoleExport["file"] => {
  if (erased !== null) return erased;
  if (expired) return "expired";
  return fileKey === null ? "none" : "kept";
};

type Row = ConsoleExport & Partial<ConsoleExportDetails>;

const rowOf = (document: ExportDocument): Row => ({
  id: document.exportId,
  tenant: document.tenant,
  createdAt: document.createdAt,
  endedAt: document.endedAt,
  trigger: document.trigger,
  // Documents of an older build, which may still be served, lack it.
  run: document.run ?? null,
  title: document.title,
  design: document.title,
  format: fileTypeLabel(document.fileType),
  status: exportStatusName(document.status),
  attempt: document.attempt,
  failedCode: document.failedCode,
  failedReason: document.failedReason,
  orders: document.orders,
  rows: document.rows,
  bytes: document.bytes,
  expiresAt: document.expiresAt,
  file: fileOf(document),
});

/** Merchants know their files by the automated report's title. */
const withTitles = async (deps: ConsoleDeps, rows: Row[]): Promise<Row[]> => {
  const subjectOf = ({ run }: Row) => ({ thing: "automation", about: run?.automationId ?? null }) as const;
  const titleOf = await readTitles(deps, rows.map(subjectOf));
  return rows.map((row) => ({ ...row, title: titleOf(subjectOf(row)) ?? row.title }));
};

/** Range of an export; only merchants choose one. */
const askedOf = ({ asked, period, run }: ExportDocument): ConsoleOrderSelection => ({
  range: run || !asked ? null : pickRange(asked),
  period: period ?? null,
  chosen: asked?.chosen ?? 0,
  filterTitle: asked?.filterTitle ?? null,
});

/** Adds data from the export's stream, which is ahead of the list, and any repetition by support. */
const detailsOf = async (
  { runner }: Pick<ConsoleDeps, "runner">,
  document: ExportDocument,
  row: Row,
): Promise<ConsoleExportDetails> => {
  const againId = deriveRepeatId(row.id);
  const [{ state }, again] = await Promise.all([
    runner.load(exportDecider, row.id),
    runner.load(exportDecider, againId),
  ]);
  const askedAgain = again.state.status === "unknown" ? null : againId;
  const more = { askedAgain, asked: askedOf(document) };
  if (!("file" in state)) return { ...row, ...more, ownTime: null };
  const { expiresAt, ownTime = null } = state.file;
  return { ...row, ...more, expiresAt, ownTime };
};

/** Lists exports, never with a file's key, which allows a fetch. */
export const exportsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "exports",
    collection: collections.exports.name,
    shape: {
      filters: {
        tenant: isText("tenant"),
        status: isOneOfWord("status", exportStatuses),
        trigger: isOneOfWord("trigger", { manual: ["manual"], automated: ["automated"] }),
        since: filterSince("createdAt"),
        before: filterBefore("createdAt"),
      },
      sorts: { createdAt: "createdAt", status: "status" },
      sort: { field: "createdAt", descending: true },
    },
    rowOf: ({ document }) => rowOf(document as unknown as ExportDocument),
    complete: (rows) => withTitles(deps, rows),
    detailsOf: ({ document }, row) => detailsOf(deps, document as unknown as ExportDocument, row),
    tenantOf: ({ tenant }) => tenant,
  });
