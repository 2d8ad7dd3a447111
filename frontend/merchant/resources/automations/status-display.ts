import { AutomationStatus } from "#domain/enumerations.ts";

/** The color repeats the word; the icon is from S-2.2.4. */
export type StatusDisplay = {
  label: string;
  color: "success" | "default" | "warning" | "error" | "info";
  icon: "active" | "paused" | "expired" | "suspended";
};

/** A status in a word; a report that is retrying says so. */
export const statusDisplay: Readonly<Record<AutomationStatus, StatusDisplay>> = {
  [AutomationStatus.Active]: { label: "Active", color: "success", icon: "active" },
  [AutomationStatus.Paused]: { label: "Paused", color: "default", icon: "paused" },
  [AutomationStatus.Expired]: { label: "Expired", color: "info", icon: "expired" },
  [AutomationStatus.Suspended]: { label: "Suspended", color: "error", icon: "suspended" },
  [AutomationStatus.ActiveRetry]: { label: "Active, trying again", color: "warning", icon: "active" },
  [AutomationStatus.SuspendedRetry]: { label: "Suspended, trying again", color: "warning", icon: "suspended" },
};

/** True if the automated report is switched on, so that it can be paused. An expired one counts. */
export const isRunning = (status: AutomationStatus): boolean =>
  status !== AutomationStatus.Paused && status !== AutomationStatus.Suspended;
