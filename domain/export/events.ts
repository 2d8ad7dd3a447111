import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { FileType } from "../enumerations.ts";
import type { RunCause } from "../ledger/events.ts";
import type { FormulaFault } from "../reports/formula-fault-words.ts";
import type { UnreadOrder } from "../reports/unread-orders.ts";
import type { AskedOrders, ReportPeriod } from "./asked-orders.ts";
import type { Comparison } from "./comparison.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { PicturesTold } from "./pictures-told.ts";

export type FailureCode =
  | "reconnect-needed"
  | "access-denied"
  | "shop-unavailable"
  | "search-refused"
  | "platform-unavailable"
  | "unexpected-answer"
  | "attempts-lost"
  /** The server's disk was full, or took no files, for longer than an export waits. */
  | "no-space"
  | "unwritable"
  /** The file, or all files of its shop together, would take more room than they may (ADR 46). */
  | "too-large"
  | "internal";

/** `requestedAt`: of that export, ISO UTC. `erased`: values of the filter that were erased since, which match nothing. */
export type RepeatedExport = { exportId: string; requestedAt: string; erased: number };

/**
 * `keptDays`: for how long its file is kept, by the schedule as it was. `lastTry`: no other try follows in its run, so the export leaves
 * out orders that cannot be read. Absent on earlier tries, which fail on such orders (ADR 107).
 */
export type ExportOfRun = { automationId: string; runId: string; cause: RunCause; keptDays: number; lastTry?: true };

/** Whose data was to be erased: a customer's, or all that the shop had. */
export type ErasedBecause = "customer" | "shop";

/**
 * Stream `export-{id}`: one file. Heard by the exporter, which makes jobs of them (exporter/jobs/reactions.ts), by the scheduler, whose runs wait for
 * their ends (scheduler/reactions.ts), and by upkeep, which notes what may
 * hold personal data (upkeep/privacy/duty.ts); projected into `exports`, and the request into `uses`. A running attempt watches its own stream
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
        /** The run of an automated report that it is for; absent of others. */
        run?: ExportOfRun;
        /** The caller knew that no order matches. */
        emptyExpected: boolean;
        /** As they were on the page; null of an export from before schema 2. */
        asked: AskedOrders | null;
        /** What the range meant then; absent of an export from before it was kept. */
        period?: ReportPeriod;
        /** Columns whose formulas were wrong when it was asked for; absent where none was, and of an export from before they were kept. */
        formulaFaults?: FormulaFault[];
        /** The export that it repeats (ADR 66); absent of others. */
        repeats?: RepeatedExport;
      }
    >
  | DomainEvent<"ExportStarted", { attempt: number; worker: string }>
  /** The worker was asked to stop and gave the export back: that attempt does not count as lost. */
  | DomainEvent<"ExportHandedBack", { attempt: number }>
  /**
   * The worker of an attempt found out that its lease was lost while it worked. Its process lives, so the attempt does not count as lost. By then
   * another attempt may have begun, and goes on.
   */
  | DomainEvent<"ExportLeaseLost", { attempt: number }>
  | DomainEvent<
      "ExportFinished",
      {
        attempt: number;
        fileKey: string;
        bytes: number;
        /** SHA-256 (hex) of the parts before compression, and of the file. */
        contentHash: string;
        fileHash: string;
        fingerprint: Fingerprint;
        orders: number;
        rows: number;
        /** How many of the orders are tests of the shop's, for which no money moved; absent of an export from before they were counted. */
        testOrders?: number;
        /** How many characters became a question mark, because the file's code page lacks them (ADR 67); absent where none did. */
        replacedCharacters?: number;
        /** What became of its pictures (ADR 69); absent where it has none. */
        pictures?: PicturesTold;
        /** Orders that the platform failed to give in full (ADR 107); absent where it gave all. */
        unread?: UnreadOrder[];
        /** Names of orders that an earlier report lacked and this one has; absent where there are none. */
        late?: string[];
        /** Of one that repeats another: how their files differ. */
        compared?: Comparison;
        /** ISO instant at which the file is removed. */
        expiresAt: string;
      }
    >
  | DomainEvent<"ExportFailed", { attempt: number; code: FailureCode; reason: string }>
  | DomainEvent<"ExportCancelRequested", Record<string, never>>
  | DomainEvent<"ExportCanceled", Record<string, never>>
  /** Its file is kept until another instant than before, both ISO (ADR 102). `longer`: than its own time; else until that again. */
  | DomainEvent<"ExportRetentionChanged", { from: string; to: string; longer: boolean }>
  | DomainEvent<"ExportExpired", Record<string, never>>
  /** The file was removed before its time: it held, or may have held, what the platform asked to erase. `request`: of `privacy-{id}`. */
  | DomainEvent<"ExportFileErased", { because: ErasedBecause; request: string }>;

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
