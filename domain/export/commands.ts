import type { CommandContext } from "../core/message.ts";
import type { ExportEvent, FailureCode } from "./events.ts";

type DataOf<Type extends ExportEvent["type"]> = Extract<ExportEvent, { type: Type }>["data"];

/** Commands on `export-{id}`. */
export type ExportCommand = { context: CommandContext } & (
  | ({ type: "RequestExport" } & DataOf<"ExportRequested">)
  /**
   * Starts an attempt. Records ExportFailed `attempts-lost` instead after three lost attempts or five lost leases
   * (D-5), and ExportCanceled after a cancel request. Refused if ended. The worker may begin only if ExportStarted was
   * recorded.
   */
  | { type: "StartExport"; worker: string }
  /** Returns a stopping worker's attempt, which then does not count as lost. Refused unless it is running. */
  | { type: "HandBackExport"; attempt: number }
  /** Records a lost lease of a worker whose process lives. Refused if ended or after a cancel request. */
  | { type: "NoteLeaseLost"; attempt: number }
  /** Refused if another attempt has started since, if ended, or after a cancel request. */
  | ({ type: "FinishExport" } & DataOf<"ExportFinished">)
  /** Fails the newest attempt; `attempt` is 0 if none has started. */
  | { type: "FailExport"; attempt: number; code: FailureCode; reason: string }
  /** Requests a cancel. Cancels at once if no attempt has started. Refused if ended. */
  | { type: "CancelExport" }
  /** The worker has seen the request and stopped. */
  | { type: "ConfirmCancel"; attempt: number }
  /**
   * Moves the file's expiry: to at most {@link maxExtensionDays} days after the original one, or back to it. Refused
   * unless `seen` is still the expiry.
   */
  | { type: "KeepFileUntil"; seen: string; until: string }
  /** Refused before the file's `expiresAt`. */
  | { type: "ExpireExport" }
  /** Refused without a file. No-op if it is removed already. */
  | ({ type: "EraseExportFile" } & DataOf<"ExportFileErased">)
);
