import { exportDecider } from "#domain/export/decider.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import type { ConsoleExport, ConsoleExportDetails } from "#domain/wire/console.ts";
import { againIdOf } from "../acts/again-id.ts";
import type { ConsoleDeps } from "../deps.ts";
import { before, since, textIs, wordIs } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";
import { exportStatuses, exportStatusName, fileTypeName } from "./names.ts";

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
  // One of an older build, which may serve, lacks it.
  run: document.run ?? null,
  title: document.title,
  format: fileTypeName(document.fileType),
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

/** What its own stream knows before the list does, and whether support asked for it again. */
const detailsOf = async ({ runner }: Pick<ConsoleDeps, "runner">, row: Row): Promise<ConsoleExportDetails> => {
  const againId = againIdOf(row.id);
  const [{ state }, again] = await Promise.all([
    runner.load(exportDecider, row.id),
    runner.load(exportDecider, againId),
  ]);
  const askedAgain = again.state.status === "unknown" ? null : againId;
  if (!("file" in state)) return { ...row, askedAgain, ownTime: null };
  const { expiresAt, ownTime = null } = state.file;
  return { ...row, askedAgain, expiresAt, ownTime };
};

/** Reports of all shops. Never the key of a file, by which it could be fetched. */
export const exportsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "exports",
    collection: collections.exports.name,
    shape: {
      filters: {
        tenant: textIs("tenant"),
        status: wordIs("status", exportStatuses),
        trigger: wordIs("trigger", { manual: ["manual"], automated: ["automated"] }),
        since: since("createdAt"),
        before: before("createdAt"),
      },
      sorts: { createdAt: "createdAt", status: "status" },
      sort: { field: "createdAt", descending: true },
    },
    rowOf: ({ document }) => rowOf(document as unknown as ExportDocument),
    detailsOf: (_found, row) => detailsOf(deps, row),
    tenantOf: ({ tenant }) => tenant,
  });
