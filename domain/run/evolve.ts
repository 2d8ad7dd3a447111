import type { RunDataOf, RunEvent } from "./events.ts";
import { addAttemptReach, mayHaveArrived as mayHaveArrivedBy } from "./may-have-arrived.ts";
import type { ExistingRun, RunState, TryFailure } from "./state.ts";

type Arrivals = Pick<ExistingRun, "mayHaveArrived" | "arrived" | "missed">;

const toFailed = (
  { facts, file, delivery }: ExistingRun,
  { try: ofTry, kind, reason, notBefore, final }: TryFailure,
  arrivals: Arrivals,
): RunState => ({
  status: "failed",
  facts,
  file,
  delivery,
  ...arrivals,
  failures: ofTry,
  failure: { try: ofTry, kind, reason, ...(notBefore !== undefined && { notBefore }), ...(final && { final }) },
});

/** Returns the refused recipients that may have the mail from an earlier attempt, whose response was lost. */
export const findUnsureRefusals = (
  { arrived, missed }: Pick<ExistingRun, "arrived" | "missed">,
  refused: readonly string[] = [],
): readonly string[] => (arrived?.unsure ? refused.filter((reference) => !missed.includes(reference)) : []);

/** Adds recipients that a failed attempt couldn't reach for good, unless they may have the mail. */
const missedAfter = (
  state: Pick<ExistingRun, "arrived" | "missed">,
  { refused = [], unsendable = [] }: Pick<RunDataOf<"DeliveryFailed">, "refused" | "unsendable">,
): readonly string[] => {
  const unreachable = [...refused, ...unsendable];
  const unsure = findUnsureRefusals(state, unreachable);
  return [...new Set([...state.missed, ...unreachable.filter((reference) => !unsure.includes(reference))])];
};

/** Returns the recipients that have or may have the mail after a failed delivery. A try given up early adds none. */
export const arrivedAfter = (
  state: Pick<ExistingRun, "status" | "arrived" | "missed" | "delivery">,
  failed: Pick<RunDataOf<"DeliveryFailed">, "kind" | "steps" | "sentNothing" | "reached" | "refused" | "unsendable">,
): ExistingRun["arrived"] => {
  const { status, arrived, delivery } = state;
  if (!delivery) return arrived;
  return addAttemptReach(arrived, delivery, {
    reached: failed.reached,
    missed: missedAfter(state, failed).length,
    mayHaveArrived: status === "delivering" && mayHaveArrivedBy(delivery, failed),
  });
};

/** Applies an event. Events that don't fit the state are ignored; `decide` never emits them. */
export const evolveRun = (state: RunState, event: RunEvent): RunState => {
  if (event.type === "RunStarted")
    return {
      status: "started",
      facts: event.data,
      failures: 0,
      file: null,
      delivery: null,
      mayHaveArrived: false,
      arrived: null,
      missed: [],
    };
  if (state.status === "unknown") return state;
  const { facts, failures, file, delivery, mayHaveArrived, arrived, missed } = state;
  const common = { facts, failures, file, delivery, mayHaveArrived, arrived, missed };
  switch (event.type) {
    case "RunExportRequested": {
      const { exportId, inputHash } = event.data;
      return { ...common, status: "exporting", exportId, inputHash };
    }
    case "RunExportFinished": {
      const { exportId, orders, rows, without = [] } = event.data;
      return { ...common, status: "exported", file: { exportId, orders, rows, without } };
    }
    case "RunExportEmpty": {
      const { exportId, without = [] } = event.data;
      return { ...common, status: "empty", file: { exportId, orders: 0, rows: 0, without } };
    }
    case "RunExportFailed":
      return toFailed(state, event.data, { mayHaveArrived, arrived, missed });
    case "DeliveryFailed": {
      const isOpen = event.data.reached > 0 || (delivery !== null && mayHaveArrivedBy(delivery, event.data));
      return toFailed(state, event.data, {
        mayHaveArrived: mayHaveArrived || isOpen,
        arrived: event.data.arrived ?? arrivedAfter(state, event.data),
        missed: missedAfter(state, event.data),
      });
    }
    case "DeliveryStarted": {
      const { try: ofTry, attempt, deliveryId, destination, recipients } = event.data;
      const { previousSentNothing = false, previousReached = 0 } = event.data;
      // The worker of the running attempt is lost, so its progress is unknown unless the event tells it.
      const isRunning = state.status === "delivering" && delivery !== null;
      const isLost = isRunning && !previousSentNothing && mayHaveArrivedBy(delivery, undefined);
      const begun = { try: ofTry, attempt, deliveryId, destination, recipients: recipients.length };
      // A recipient may be off the list by now.
      const stillMissed = missed.filter((reference) => recipients.includes(reference));
      const lost = { reached: previousReached, missed: stillMissed.length, mayHaveArrived: isLost };
      return {
        ...common,
        status: "delivering",
        delivery: begun,
        mayHaveArrived: mayHaveArrived || isLost || previousReached > 0,
        arrived: isRunning ? addAttemptReach(arrived, delivery, lost) : arrived,
        missed: stillMissed,
      };
    }
    case "DeliveryConfirmed":
      return { ...common, status: "confirmed", receipt: event.data.receipt };
    case "RunEnded": {
      const receipt = state.status === "confirmed" ? state.receipt : null;
      const { outcome, reason } = event.data;
      return { ...common, status: "ended", receipt, outcome, reason, arrived: event.data.arrived ?? arrived };
    }
  }
};
