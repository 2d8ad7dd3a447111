import type { DestinationKind } from "../enumerations.ts";
import type { FailureKind, OrderLeftOut, RunOutcome } from "../ledger/events.ts";
import type { RunFacts, RunReceipt } from "./events.ts";

/** A file to deliver. `without`: orders that it lacks. */
export type RunFile = { exportId: string; orders: number; rows: number; without: readonly OrderLeftOut[] };
/** `notBefore`: earliest next try that the receiver asked for, ISO UTC. `final`: another try can't help, though the failure doesn't count. */
export type TryFailure = { try: number; kind: FailureKind; reason: string; notBefore?: string; final?: true };
/** The newest attempt at delivering; `deliveryId` is that of all. */
type RunDelivery = { try: number; attempt: number; deliveryId: string; destination: DestinationKind };

type Common = {
  facts: RunFacts;
  /** Tries that failed. */
  failures: number;
  file: RunFile | null;
  delivery: RunDelivery | null;
  /** Somebody has the report by a try that failed, or may have it. */
  mayHaveArrived: boolean;
};

/** `failed`: a try has; whether there is another the ledger says. `confirmed`, `empty`: nothing is left but to say so. */
export type RunState =
  | { status: "unknown" }
  | (Common & { status: "started" })
  | (Common & { status: "exporting"; exportId: string; inputHash: string })
  | (Common & { status: "exported" })
  | (Common & { status: "empty" })
  | (Common & { status: "delivering" })
  | (Common & { status: "failed"; failure: TryFailure })
  | (Common & { status: "confirmed"; receipt: RunReceipt })
  | (Common & { status: "ended"; outcome: RunOutcome; reason: string | null; receipt: RunReceipt | null });

export type KnownRun = Exclude<RunState, { status: "unknown" }>;
