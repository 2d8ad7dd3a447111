import { AutomationStatus } from "#domain/enumerations.ts";

/** How a status is shown: its word, the colour that repeats it, and which of the three icons of S-2.2.4 it has. */
export type StatusLook = {
  word: string;
  color: "success" | "default" | "warning" | "error" | "info";
  icon: "active" | "paused" | "expired" | "suspended";
};

/** A status in a word. Whoever is trying again says so. */
export const statusLook: Readonly<Record<AutomationStatus, StatusLook>> = {
  [AutomationStatus.Active]: { word: "Active", color: "success", icon: "active" },
  [AutomationStatus.Paused]: { word: "Paused", color: "default", icon: "paused" },
  [AutomationStatus.Expired]: { word: "Expired", color: "info", icon: "expired" },
  [AutomationStatus.Suspended]: { word: "Suspended", color: "error", icon: "suspended" },
  [AutomationStatus.ActiveRetry]: { word: "Active, trying again", color: "warning", icon: "active" },
  [AutomationStatus.SuspendedRetry]: { word: "Suspended, trying again", color: "warning", icon: "suspended" },
};

/** Whether it makes reports by itself, or tries to: then it can be paused, else it can be started. */
export const isRunning = (status: AutomationStatus): boolean =>
  status !== AutomationStatus.Paused && status !== AutomationStatus.Suspended;
