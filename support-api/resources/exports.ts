import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import type { ConsoleExport } from "#domain/wire/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { before, since, textIs, wordIs } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";
import { exportStatuses, exportStatusName, fileTypeName } from "./names.ts";

const fileOf = ({ fileKey, expired, erased }: ExportDocument): ConsoleExport["file"] => {
  if (erased !== null) return erased;
  if (expired) return "expired";
  return fileKey === null ? "none" : "kept";
};

const rowOf = (document: ExportDocument): ConsoleExport => ({
  id: document.exportId,
  tenant: document.tenant,
  createdAt: document.createdAt,
  endedAt: document.endedAt,
  trigger: document.trigger,
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

/** Reports of all shops. Never the key of a file, by which it could be fetched. */
export const exportsResource = (deps: ConsoleDeps): Resource =>
  readModelResource(deps, {
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
    tenantOf: ({ tenant }) => tenant,
  });
