import type { ExportEvent, FailureCode } from "./events.ts";

type DataOf<Type extends ExportEvent["type"]> = Extract<ExportEvent, { type: Type }>["data"];

export type ExportFacts = DataOf<"ExportRequested">;
export type FinishedFacts = DataOf<"ExportFinished"> & {
  /** The file's original expiry; absent unless extended. */
  ownTime?: string;
};

type Erasure = DataOf<"ExportFileErased">;

/**
 * `attempt`: the newest, 0 before the first. `handedBack`: attempts returned by stopping workers. `leasesLost`:
 * attempts whose process lived.
 */
export type ExportState =
  | { status: "unknown" }
  | { status: "requested"; attempt: number; handedBack: number; leasesLost: number; facts: ExportFacts }
  | { status: "running"; attempt: number; handedBack: number; leasesLost: number; facts: ExportFacts }
  | { status: "cancel-requested"; attempt: number; handedBack: number; leasesLost: number; facts: ExportFacts }
  | { status: "finished"; attempt: number; facts: ExportFacts; file: FinishedFacts }
  | { status: "failed"; attempt: number; facts: ExportFacts; code: FailureCode; reason: string }
  | { status: "canceled"; attempt: number; facts: ExportFacts }
  /** Expiry or erasure removed the finished file. */
  | { status: "expired"; attempt: number; facts: ExportFacts; file: FinishedFacts; erased: Erasure | null };

export type ExistingExport = Exclude<ExportState, { status: "unknown" }>;

/** True if only events of its file can follow. */
export const hasEnded = (
  state: ExportState,
): state is Extract<ExportState, { status: "finished" | "failed" | "canceled" | "expired" }> =>
  state.status === "finished" || state.status === "failed" || state.status === "canceled" || state.status === "expired";
