import type { ExportEvent, FailureCode } from "./events.ts";

type DataOf<Type extends ExportEvent["type"]> = Extract<ExportEvent, { type: Type }>["data"];

export type ExportFacts = DataOf<"ExportRequested">;
/** `ownTime`: when its file would go if nobody had it kept longer; absent where nobody did. */
export type FinishedFacts = DataOf<"ExportFinished"> & { ownTime?: string };

/** Why a file was erased, and the request (of `privacy-{id}`) that wanted it. */
type Erasure = DataOf<"ExportFileErased">;

/**
 * `attempt` is the newest one, 0 before the first; `handedBack` says how many attempts so far were given back in good order by a
 * worker that was asked to stop. An export that was given back is requested again. `leasesLost` says how many lost their lease to another worker
 * although their process lived.
 */
export type ExportState =
  | { status: "unknown" }
  | { status: "requested"; attempt: number; handedBack: number; leasesLost: number; facts: ExportFacts }
  | { status: "running"; attempt: number; handedBack: number; leasesLost: number; facts: ExportFacts }
  | { status: "cancel-requested"; attempt: number; handedBack: number; leasesLost: number; facts: ExportFacts }
  | { status: "finished"; attempt: number; facts: ExportFacts; file: FinishedFacts }
  | { status: "failed"; attempt: number; facts: ExportFacts; code: FailureCode; reason: string }
  | { status: "canceled"; attempt: number; facts: ExportFacts }
  /** Finished once, and its file removed: its time was over, or it was erased. */
  | { status: "expired"; attempt: number; facts: ExportFacts; file: FinishedFacts; erased: Erasure | null };

export type KnownExport = Exclude<ExportState, { status: "unknown" }>;

/** Nothing but what becomes of its file can follow. */
export const hasEnded = (
  state: ExportState,
): state is Extract<ExportState, { status: "finished" | "failed" | "canceled" | "expired" }> =>
  state.status === "finished" || state.status === "failed" || state.status === "canceled" || state.status === "expired";
