import { type Decider, refuse } from "../core/decider.ts";
import type { CommandContext } from "../core/message.ts";
import type { SupportEvent } from "./events.ts";

/** Commands on `support-{tenant}`. */
export type SupportCommand = {
  type: "SendSupportMessage";
  messageId: string;
  /** Vault reference of the text. */
  messageRef: string;
  context: CommandContext;
};

/** Instants (ISO UTC) of the newest messages, oldest first, at most `messagesPerHour`. */
export type SupportState = { recent: readonly string[] };

const messagesPerHour = 5;
const hour = 3_600_000;

/** Stream `support-{tenant}`. */
export const supportDecider: Decider<SupportCommand, SupportEvent, SupportState> = {
  category: "support",
  stateSchema: 1,
  initialState: { recent: [] },
  decide: ({ messageId, messageRef, context }, { recent }) => {
    const now = Date.parse(context.instant);
    const age = (instant: string) => now - Date.parse(instant);
    // Ignores instants in the future: they are older than a clock that was set back.
    const [first, ...others] = recent.filter((instant) => age(instant) >= 0 && age(instant) < hour);
    if (first === undefined || others.length + 1 < messagesPerHour)
      return [{ type: "SupportMessageSent", data: { messageId, messageRef } }];
    const minutes = Math.ceil((Date.parse(first) + hour - now) / 60_000);
    return refuse(
      "too-many",
      `You sent ${messagesPerHour} messages within an hour, and we have them all. You can send the next one in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    );
  },
  evolve: ({ recent }, _event, { instant }) => ({ recent: [...recent, instant].slice(-messagesPerHour) }),
};
