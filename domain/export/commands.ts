import type { CommandContext } from "../core/message.ts";
import type { ExportEvent, FailureCode } from "./events.ts";

type DataOf<Type extends ExportEvent["type"]> = Extract<ExportEvent, { type: Type }>["data"];

/** Commands on `export-{id}`. */
export type ExportCommand = { context: CommandContext } & (
  | ({ type: "RequestExport" } & DataOf<"ExportRequested">)
  /**
   * The next attempt; refused when the export has ended. A start after three lost attempts, or five lost leases, records ExportFailed
   * `attempts-lost` instead (D-5), and one after a cancel was requested records ExportCanceled: only after ExportStarted is there
   * work to do.
   */
  | { type: "StartExport"; worker: string }
  /** A worker that is asked to stop gives its attempt back, which then does not count as lost. Refused unless it is the running one. */
  | { type: "HandBackExport"; attempt: number }
  /** A worker whose lease was lost says that its process lives. Refused when the export has ended or a cancel was requested. */
  | { type: "NoteLeaseLost"; attempt: number }
  /** Refused when another attempt has started since, or when the export has ended or a cancel was requested. */
  | ({ type: "FinishExport" } & DataOf<"ExportFinished">)
  /** Of the newest attempt; 0 when none has started. */
  | { type: "FailExport"; attempt: number; code: FailureCode; reason: string }
  /** Of an ended export: refused. Of one not started: ends it at once. */
  | { type: "CancelExport" }
  /** The worker has seen the request and stopped. */
  | { type: "ConfirmCancel"; attempt: number }
  /**
   * The file is kept until `until`, at most {@link longerKeptDays} after its own time, or until that time again. `seen`: until when it was to be kept for
   * whoever asks; refused where that changed.
   */
  | { type: "KeepFileUntil"; seen: string; until: string }
  /** Refused before `expiresAt` of the finished file. */
  | { type: "ExpireExport" }
  /** At any time; refused when there is no file. One that was removed already stays so. */
  | ({ type: "EraseExportFile" } & DataOf<"ExportFileErased">)
);
