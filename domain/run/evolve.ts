import type { RunEvent } from "./events.ts";
import { mayHaveArrived as mayHaveArrivedBy } from "./may-have-arrived.ts";
import { reachAfterFailure, reachAfterStart } from "./reach-after-attempt.ts";
import type { ExistingRun, RunState, TryFailure } from "./state.ts";

type Arrivals = Pick<ExistingRun, "mayHaveArrived" | "arrived" | "listed" | "holders" | "missed" | "doubted">;

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

/** Applies an event. Ignores events that don't fit the state; `decide` never emits them. */
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
      listed: [],
      holders: [],
      missed: [],
      doubted: [],
    };
  if (state.status === "unknown") return state;
  const { facts, failures, file, delivery, mayHaveArrived, arrived, listed, holders, missed, doubted } = state;
  const arrivals = { mayHaveArrived, arrived, listed, holders, missed, doubted };
  const common = { facts, failures, file, delivery, ...arrivals };
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
      return toFailed(state, event.data, arrivals);
    case "DeliveryFailed": {
      const isOpen = event.data.reached > 0 || (delivery !== null && mayHaveArrivedBy(delivery, event.data));
      const reach = reachAfterFailure(state, event.data);
      return toFailed(state, event.data, {
        ...reach,
        mayHaveArrived: mayHaveArrived || isOpen,
        arrived: event.data.arrived ?? reach.arrived,
      });
    }
    case "DeliveryStarted": {
      const { try: ofTry, attempt, deliveryId, destination, recipients } = event.data;
      const { previousSentNothing = false, previousReached = 0 } = event.data;
      // The running attempt's worker is lost, so its progress is unknown unless the event tells it.
      const isRunning = state.status === "delivering" && delivery !== null;
      const isLost = isRunning && !previousSentNothing && mayHaveArrivedBy(delivery, undefined);
      return {
        ...common,
        status: "delivering",
        delivery: { try: ofTry, attempt, deliveryId, destination, recipients },
        mayHaveArrived: mayHaveArrived || isLost || previousReached > 0,
        ...reachAfterStart(state, event.data, isLost),
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
