import type { DomainEvent, EventSchemas } from "../core/message.ts";

/** Stream `support-{tenant}`: what a shop and support write to each other. The text is in the vault. */
export type SupportEvent = DomainEvent<"SupportMessageSent", { messageId: string; messageRef: string }>;

export const supportEventSchemas: EventSchemas<SupportEvent> = {
  SupportMessageSent: 1,
};
