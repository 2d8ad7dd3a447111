import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { LocalStatus } from "../enumerations.ts";

/** Stream `local-status-{tenant}-{orderId}`: what a shop says of one order. `orderId`: the number of the platform's order. */
export type LocalStatusEvent =
  | DomainEvent<"LocalStatusChanged", { orderId: string; to: LocalStatus }>
  /** The shop has left, and what it said of its orders goes with it. */
  | DomainEvent<"LocalStatusErased", { orderId: string }>;

export const localStatusEventSchemas: EventSchemas<LocalStatusEvent> = {
  LocalStatusChanged: 1,
  LocalStatusErased: 1,
};
