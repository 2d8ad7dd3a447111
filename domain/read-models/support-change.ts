import { isEventOfType } from "../core/message.ts";
import type { SheafEvent } from "../event-schemas.ts";
import { localStatusLabels } from "../local-status/labels.ts";
import { formatPreference, preferenceNames } from "../shop/preference-labels.ts";
import { quoteText } from "../text/quote-text.ts";
import { workspaceEventSchemas } from "../workspace/events.ts";

/** `ExportCancelRequested` becomes 'Export cancel requested.' */
const eventTypeToSentence = (type: string): string => {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

/**
 * Describes a support agent's change to the merchant. Null for workspace items, whose history has better sentences
 * (workspace/history/describe-change.ts).
 */
export const describeSupportChange = (event: SheafEvent): string | null => {
  if (isEventOfType(workspaceEventSchemas, event)) return null;
  switch (event.type) {
    case "PreferenceChanged": {
      const { field, from, to } = event.data;
      return `${preferenceNames[field]}: from ${formatPreference(field, from)} to ${formatPreference(field, to)}.`;
    }
    case "AlertAddressChanged":
      return "The address for alerts was changed.";
    case "LocalStatusChanged":
      return `Local status of the order with the number ${event.data.orderId}: ${localStatusLabels[event.data.to]}.`;
    case "ExportRequested":
      return `Requested the report ${quoteText(event.data.reportTitle)}.`;
    case "ExportCancelRequested":
    case "ExportCanceled":
      return "Canceled a report.";
    case "ExtraRunClaimed":
      if (event.data.cause === "again") return "Sent a report of an automated report again.";
      return event.data.cause === "test"
        ? "Started a test of an automated report."
        : "Started a run of an automated report.";
    case "TryBroughtForward":
      return "Started the next attempt of an automated report early.";
    case "Resumed":
      return "Started an automated report again.";
    default:
      return eventTypeToSentence(event.type);
  }
};
