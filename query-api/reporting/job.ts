import { createFileUrl } from "#application/exports/file-link.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { type ExportDocument, type ExportProgress, toProgressKey } from "#domain/read-models/documents.ts";
import { rerunUntil } from "#domain/retention/retention.ts";
import {
  detailFieldsOfJob,
  repeatFieldsOfJob,
  selectionFieldsOfJob,
} from "#domain/wire/filters/order-selection-on-wire.ts";
import { goneChosenOnWire } from "#domain/wire/reports/gone-orders.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { unreadOnWire } from "#domain/wire/reports/unread-orders.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Reads the newest attempt's progress; undefined if only an older one's is known (D-5). */
const readProgress = async (
  { state }: Pick<QueryApiDeps, "state">,
  document: ExportDocument,
): Promise<ExportProgress | undefined> => {
  if (document.ended) return undefined;
  const entry = await state.get<ExportProgress>(toProgressKey(document.exportId));
  return entry && entry.value.attempt >= document.attempt ? entry.value : undefined;
};

/** Returns an export as the panel shows it. */
export const toExportJob = async (
  deps: Pick<QueryApiDeps, "state" | "vault" | "clock" | "config">,
  document: ExportDocument,
): Promise<ExportJob> => {
  const progress = await readProgress(deps, document);
  const over = document.expiresAt !== null && Date.parse(document.expiresAt) <= deps.clock.now().getTime();
  const expired = document.expired || over;
  const hasFile = document.fileKey !== null && !expired;
  return {
    ReportExportId: document.exportId,
    ...(document.reportId !== undefined && { ReportId: document.reportId }),
    ReportTitle: document.title,
    Filetype: document.fileType,
    Status: document.status === ExportStatus.Canceling ? document.status : (progress?.status ?? document.status),
    Step: progress?.step ?? 0,
    MaxStep: progress?.maxStep ?? 0,
    FailedReason: document.failedReason,
    FailedCode: document.failedCode,
    PublicUrl: hasFile ? createFileUrl(deps.config.APP_URL, deps.vault, document.exportId, document.fileName) : null,
    DateCreated: document.createdAt,
    ExpiresAt: document.expiresAt,
    Expired: expired,
    Erased: document.erased !== null,
    EmptyExpected: document.emptyExpected,
    Orders: document.orders,
    // Documents of an older read model version lack these.
    Rows: document.rows ?? null,
    TestOrders: document.testOrders ?? null,
    ReplacedCharacters: document.replacedCharacters ?? 0,
    FailedPictures: document.picturesLeft?.failed ?? 0,
    LeftPictures: document.picturesLeft?.beyond ?? 0,
    Unread: unreadOnWire(document.unread),
    Late: document.late ?? [],
    GoneChosen: goneChosenOnWire(document.goneChosen),
    GoneCarried: document.goneCarried ?? [],
    ...selectionFieldsOfJob(document.asked),
    ...detailFieldsOfJob(document),
    FileName: document.fileName,
    Bytes: document.bytes,
    AgainUntil: document.ended ? rerunUntil(document) : null,
    ...repeatFieldsOfJob(document),
    BySupport: document.bySupport ?? false,
    KeptLonger: document.keptLonger ?? false,
  };
};
