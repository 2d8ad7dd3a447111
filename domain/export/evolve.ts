import type { ExportEvent } from "./events.ts";
import type { ExportState } from "./state.ts";

/** Applies an event. Ignores events that don't fit the state; `decide` never emits them. */
export const evolveExport = (state: ExportState, event: ExportEvent): ExportState => {
  if (event.type === "ExportRequested")
    return { status: "requested", attempt: 0, handedBack: 0, leasesLost: 0, facts: event.data };
  if (state.status === "unknown") return state;
  const { facts, attempt } = state;
  const { handedBack, leasesLost } = "handedBack" in state ? state : { handedBack: 0, leasesLost: 0 };
  switch (event.type) {
    case "ExportStarted":
      return { status: "running", attempt: event.data.attempt, handedBack, leasesLost, facts };
    case "ExportHandedBack":
      return { status: "requested", attempt, handedBack: handedBack + 1, leasesLost, facts };
    case "ExportLeaseLost":
      return "leasesLost" in state ? { ...state, leasesLost: leasesLost + 1 } : state;
    case "ExportFinished":
      return { status: "finished", attempt: event.data.attempt, facts, file: event.data };
    case "ExportFailed":
      return { status: "failed", facts, ...event.data };
    case "ExportCancelRequested":
      return { status: "cancel-requested", attempt, handedBack, leasesLost, facts };
    case "ExportCanceled":
      return { status: "canceled", attempt, facts };
    case "ExportRetentionChanged": {
      if (state.status !== "finished") return state;
      const { ownTime = state.file.expiresAt, ...file } = state.file;
      const { to: expiresAt, longer } = event.data;
      return { ...state, file: { ...file, expiresAt, ...(longer && { ownTime }) } };
    }
    case "ExportExpired":
      return state.status === "finished" ? { ...state, status: "expired", erased: null } : state;
    case "ExportFileErased":
      return state.status === "finished" ? { ...state, status: "expired", erased: event.data } : state;
  }
};
