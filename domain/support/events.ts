import type { DomainEvent, EventSchemas } from "../core/message.ts";

/**
 * Stream `support-{tenant}`: a shop's messages to support. The text is in the vault. Subscriber: the deliverer
 * (deliverer/reactions.ts). No read model.
 */
export type SupportEvent = DomainEvent<"SupportMessageSent", { messageId: string; messageRef: string }>;

export const supportEventSchemas: EventSchemas<SupportEvent> = {
  SupportMessageSent: 1,
};
