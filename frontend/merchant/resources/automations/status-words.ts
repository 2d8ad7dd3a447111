import { AutomationStatus } from "#domain/enumerations.ts";

/** The look of a status: its word, the colour that repeats it, and its icon of S-2.2.4. */
export type StatusLook = {
  word: string;
  color: "success" | "default" | "warning" | "error" | "info";
  icon: "active" | "paused" | "expired" | "suspended";
};

/** A status in a word; a report that is retrying says so. */
export const statusLook: Readonly<Record<AutomationStatus, StatusLook>> = {
  [AutomationStatus.Active]: { word: "Active", color: "success", icon: "active" },
  [AutomationStatus.Paused]: { word: "Paused", color: "default", icon: "paused" },
  [AutomationStatus.Expired]: { word: "Expired", color: "info", icon: "expired" },
  [AutomationStatus.Suspended]: { word: "Suspended", color: "error", icon: "suspended" },
  [AutomationStatus.ActiveRetry]: { word: "Active, trying again", color: "warning", icon: "active" },
  [AutomationStatus.SuspendedRetry]: { word: "Suspended, trying again", color: "warning", icon: "suspended" },
};

/** True if it makes or tries to make reports: then it can be paused, otherwise started. */
export const isRunning = (status: AutomationStatus): boolean =>
  status !== AutomationStatus.Paused && status !== AutomationStatus.Suspended;
