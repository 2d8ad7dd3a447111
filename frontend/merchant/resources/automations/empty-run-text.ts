import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";

/** An unreadable order may have matched. */
export const emptyRunText = ({ Unread }: Pick<AutomationHistoryItem, "Unread">): string =>
  Unread.length === 0
    ? "No orders matched, so nothing was sent."
    : "None of the orders that could be read matched, so nothing was sent.";
