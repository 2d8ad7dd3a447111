import type { DomainEvent, EventSchemas } from "../core/message.ts";

/**
 * Stream `support-{tenant}`: what a shop and support write to each other. The text is in the vault. Heard by the deliverer
 * (deliverer/reactions.ts); no read model is made of it.
 */
export type SupportEvent = DomainEvent<"SupportMessageSent", { messageId: string; messageRef: string }>;

export const supportEventSchemas: EventSchemas<SupportEvent> = {
  SupportMessageSent: 1,
};
