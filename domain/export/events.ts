import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { FileType } from "../enumerations.ts";
import type { RunCause } from "../ledger/events.ts";
import type { FormulaFault } from "../reports/formula-fault-text.ts";
import type { GoneChosen } from "../reports/gone-orders.ts";
import type { UnreadOrder } from "../reports/unread-orders.ts";
import type { Comparison } from "./comparison.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { OrderSelection, ReportPeriod } from "./order-selection.ts";
import type { PictureResults } from "./picture-results.ts";

export type FailureCode =
  | "reconnect-needed"
  | "access-denied"
  | "shop-unavailable"
  | "search-refused"
  | "platform-unavailable"
  | "unexpected-answer"
  | "attempts-lost"
  /** The disk was full or not writable for longer than an export waits. */
  | "no-space"
  | "unwritable"
  /** The file, or its shop's files, would exceed their size limit (ADR 46). */
  | "too-large"
  | "internal";

/** The export that this one repeats. */
export type RepeatedExport = {
  exportId: string;
  /** Its request time, ISO UTC. */
  requestedAt: string;
  /** Filter values erased since; they match nothing. */
  erased: number;
};

/**
 * `keptDays`: the file's retention by the schedule at that time, days. `lastTry`: only then the export leaves
 * out unreadable orders instead of failing (ADR 107).
 */
export type ExportOfRun = { automationId: string; runId: string; cause: RunCause; keptDays: number; lastTry?: true };

/** One customer, or the whole shop. */
export type ErasureReason = "customer" | "shop";

/**
 * Stream `export-{id}`: one file. Subscribers: the exporter creates jobs (exporter/jobs/reactions.ts), the scheduler's
 * runs await the end (scheduler/reactions.ts), upkeep records possible personal data (upkeep/privacy/privacy-task.ts).
 * Projected into `exports`; requests also into `uses`. A running attempt watches its own stream
 * (exporter/attempt/watch-cancel.ts).
 */
export type ExportEvent =
  | DomainEvent<
      "ExportRequested",
      {
        exportId: string;
        tenant: string;
        shop: string;
        reportId: string;
        reportTitle: string;
        fileType: FileType;
        fileName: string;
        /** SHA-256 (hex) of the frozen inputs in the state store under `input:{tenant}:{hash}`. */
        inputHash: string;
        trigger: "manual" | "automated";
        /** The run that requested it; absent for manual exports. */
        run?: ExportOfRun;
        /** The automated report that a manual export shows as it would be sent. */
        sampleOf?: string;
        /** The caller knew that no order matches. */
        emptyExpected: boolean;
        /** The selection on the page; null before schema 2. */
        asked: OrderSelection | null;
        /** The resolved range; absent in old events. */
        period?: ReportPeriod;
        /** Columns with faulty formulas; also absent in old events. */
        formulaFaults?: FormulaFault[];
        /** The original of a repeat (ADR 66). */
        repeats?: RepeatedExport;
      }
    >
  | DomainEvent<"ExportStarted", { attempt: number; worker: string }>
  /** A stopping worker returned the export; the attempt does not count as lost. */
  | DomainEvent<"ExportHandedBack", { attempt: number }>
  /** The worker lives, so the attempt does not count as lost. Another one may be running. */
  | DomainEvent<"ExportLeaseLost", { attempt: number }>
  | DomainEvent<
      "ExportFinished",
      {
        attempt: number;
        fileKey: string;
        bytes: number;
        /** SHA-256 (hex): `contentHash` of the parts before compression, `fileHash` of the file. */
        contentHash: string;
        fileHash: string;
        fingerprint: Fingerprint;
        orders: number;
        rows: number;
        /** Orders that moved no money; absent in old events. */
        testOrders?: number;
        /** Characters that the file's code page lacks, written as a question mark (ADR 67). */
        replacedCharacters?: number;
        /** Results of pictures (ADR 69); absent without any. */
        pictures?: PictureResults;
        /** Orders that the platform failed to return in full (ADR 107). */
        unread?: UnreadOrder[];
        /** Names of orders that an earlier report lacked and this one has. */
        late?: string[];
        /** Chosen orders that the store no longer has; also absent in old events. */
        goneChosen?: GoneChosen;
        /** Names of orders that an earlier report lacked and the store no longer has; also absent in old events. */
        goneCarried?: string[];
        /** A repeat's comparison with its original. */
        compared?: Comparison;
        /** Time of the file's removal, ISO. */
        expiresAt: string;
      }
    >
  | DomainEvent<"ExportFailed", { attempt: number; code: FailureCode; reason: string }>
  | DomainEvent<"ExportCancelRequested", Record<string, never>>
  | DomainEvent<"ExportCanceled", Record<string, never>>
  /** Old and new expiry, ISO (ADR 102). `longer`: beyond the original expiry; otherwise it was reset. */
  | DomainEvent<"ExportRetentionChanged", { from: string; to: string; longer: boolean }>
  | DomainEvent<"ExportExpired", Record<string, never>>
  /** The file was removed early, because it held, or may have held, data to erase. `request`: of `privacy-{id}`. */
  | DomainEvent<"ExportFileErased", { because: ErasureReason; request: string }>;

export const exportEventSchemas: EventSchemas<ExportEvent> = {
  ExportRequested: 2,
  ExportStarted: 1,
  ExportHandedBack: 1,
  ExportLeaseLost: 1,
  ExportFinished: 1,
  ExportFailed: 1,
  ExportCancelRequested: 1,
  ExportCanceled: 1,
  ExportRetentionChanged: 1,
  ExportExpired: 1,
  ExportFileErased: 1,
};
