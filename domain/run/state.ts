import type { DestinationKind } from "../enumerations.ts";
import type { FailureKind, OrderLeftOut, RunOutcome } from "../ledger/events.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { RunFacts, RunReceipt } from "./events.ts";

/** A file to deliver. */
export type RunFile = {
  exportId: string;
  orders: number;
  rows: number;
  /** Orders that the file lacks. */
  without: readonly OrderLeftOut[];
};
/** `notBefore`: earliest next try the receiver allows, ISO UTC. `final`: another try can't help. */
export type TryFailure = { try: number; kind: FailureKind; reason: string; notBefore?: string; final?: true };
/** The newest attempt. `deliveryId`: the same for all. `recipients`: vault references, for e-mail only. */
export type RunDelivery = {
  try: number;
  attempt: number;
  deliveryId: string;
  destination: DestinationKind;
  recipients: readonly string[];
};

type Common = {
  facts: RunFacts;
  failures: number;
  file: RunFile | null;
  delivery: RunDelivery | null;
  /** Somebody has, or may have, the report from a failed try. */
  mayHaveArrived: boolean;
  /** Recipients whom a mail reached; null if none is known. */
  arrived: MailReach | null;
  /**
   * This and the next three: references to recipients. All of the attempts so far; the list may be edited between them.
   */
  listed: readonly string[];
  /** Known to have the mail. Old events and lost workers give only a number. */
  holders: readonly string[];
  /** Surely lack the mail: refused for good or unsendable before any doubt. */
  missed: readonly string[];
  /** May have the mail, as an answer or a worker was lost. Some may have it certainly. */
  doubted: readonly string[];
};

/** `failed`: the ledger decides on another try. `confirmed`, `empty`: only the end is left to record. */
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

export type ExistingRun = Exclude<RunState, { status: "unknown" }>;
