import type { RunEvent } from "./events.ts";
import type { KnownRun, RunState, TryFailure } from "./state.ts";

const failed = (
  { facts, file, delivery }: KnownRun,
  { try: ofTry, kind, reason, notBefore }: TryFailure,
): RunState => ({
  status: "failed",
  facts,
  file,
  delivery,
  failures: ofTry,
  failure: { try: ofTry, kind, reason, ...(notBefore !== undefined && { notBefore }) },
});

/** A run after an event. One that does not fit changes nothing: `decide` never lets it be. */
export const evolveRun = (state: RunState, event: RunEvent): RunState => {
  if (event.type === "RunStarted")
    return { status: "started", facts: event.data, failures: 0, file: null, delivery: null };
  if (state.status === "unknown") return state;
  const { facts, failures, file, delivery } = state;
  const common = { facts, failures, file, delivery };
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
    case "DeliveryFailed":
      return failed(state, event.data);
    case "DeliveryStarted": {
      const { try: ofTry, attempt, deliveryId } = event.data;
      return { ...common, status: "delivering", delivery: { try: ofTry, attempt, deliveryId } };
    }
    case "DeliveryConfirmed":
      return { ...common, status: "confirmed", receipt: event.data.receipt };
    case "RunEnded": {
      const receipt = state.status === "confirmed" ? state.receipt : null;
      return { ...common, status: "ended", receipt, ...event.data };
    }
  }
};
