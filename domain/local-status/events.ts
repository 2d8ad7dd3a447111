import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { LocalStatus } from "../enumerations.ts";

/**
 * Stream `local-status-{tenant}-{orderId}`: a shop's own status of one order. `orderId`: the platform's order number.
 */
export type LocalStatusEvent =
  | DomainEvent<"LocalStatusChanged", { orderId: string; to: LocalStatus }>
  /** The shop has left. */
  | DomainEvent<"LocalStatusErased", { orderId: string }>;

export const localStatusEventSchemas: EventSchemas<LocalStatusEvent> = {
  LocalStatusChanged: 1,
  LocalStatusErased: 1,
};
