import type { RunEvent } from "./events.ts";
import { mayHaveArrived as mayHaveArrivedBy } from "./may-have-arrived.ts";
import type { ExistingRun, RunState, TryFailure } from "./state.ts";

const toFailed = (
  { facts, file, delivery }: ExistingRun,
  { try: ofTry, kind, reason, notBefore, final }: TryFailure,
  mayHaveArrived: boolean,
): RunState => ({
  status: "failed",
  facts,
  file,
  delivery,
  mayHaveArrived,
  failures: ofTry,
  failure: { try: ofTry, kind, reason, ...(notBefore !== undefined && { notBefore }), ...(final && { final }) },
});

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
    };
  if (state.status === "unknown") return state;
  const { facts, failures, file, delivery, mayHaveArrived } = state;
  const common = { facts, failures, file, delivery, mayHaveArrived };
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
      return toFailed(state, event.data, mayHaveArrived);
    case "DeliveryFailed": {
      const arrived = event.data.reached > 0 || (delivery !== null && mayHaveArrivedBy(delivery, event.data));
      return toFailed(state, event.data, mayHaveArrived || arrived);
    }
    case "DeliveryStarted": {
      const { try: ofTry, attempt, deliveryId, destination, previousSentNothing = false } = event.data;
      // The worker of the running attempt is lost, so its progress is unknown unless the event tells it.
      const isRunning = state.status === "delivering" && delivery !== null;
      const isLost = isRunning && !previousSentNothing && mayHaveArrivedBy(delivery, undefined);
      const begun = { try: ofTry, attempt, deliveryId, destination };
      return { ...common, status: "delivering", delivery: begun, mayHaveArrived: mayHaveArrived || isLost };
    }
    case "DeliveryConfirmed":
      return { ...common, status: "confirmed", receipt: event.data.receipt };
    case "RunEnded": {
      const receipt = state.status === "confirmed" ? state.receipt : null;
      return { ...common, status: "ended", receipt, ...event.data };
    }
  }
};
