import type { Fulfillment } from "./order.ts";

/** State of a parcel's label. */
export type LabelStatus = "Purchased" | "Printed" | "Voided";

type LabelEvent = "LABEL_PURCHASED" | "LABEL_PRINTED";

/** Times of an event; empty if it did not happen or is unknown. */
export const labelMoments = ({ events }: Fulfillment, event: LabelEvent): (string | undefined)[] =>
  (events ?? []).filter(({ status }) => status === event).map(({ happenedAt }) => happenedAt);

/** Latest status, by the fulfillment's events or status; null without a label bought through the platform. */
export const labelStatus = ({ displayStatus, events = [] }: Fulfillment): LabelStatus | null => {
  if (displayStatus === "LABEL_VOIDED") return "Voided";
  const got = (step: LabelEvent) => displayStatus === step || events.some(({ status }) => status === step);
  if (got("LABEL_PRINTED")) return "Printed";
  return got("LABEL_PURCHASED") ? "Purchased" : null;
};
