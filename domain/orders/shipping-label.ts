import type { Fulfillment } from "./order.ts";

/** What became of the label of a parcel. */
export type LabelStatus = "Purchased" | "Printed" | "Voided";

type LabelEvent = "LABEL_PURCHASED" | "LABEL_PRINTED";

/** When this happened to the label; nothing where it did not, or where the events are not known. */
export const labelMoments = ({ events }: Fulfillment, event: LabelEvent): (string | undefined)[] =>
  (events ?? []).filter(({ status }) => status === event).map(({ happenedAt }) => happenedAt);

/** The furthest that a fulfillment's label got, by its events or its status; null without a label bought at the platform. */
export const labelStatus = ({ displayStatus, events = [] }: Fulfillment): LabelStatus | null => {
  if (displayStatus === "LABEL_VOIDED") return "Voided";
  const got = (step: LabelEvent) => displayStatus === step || events.some(({ status }) => status === step);
  if (got("LABEL_PRINTED")) return "Printed";
  return got("LABEL_PURCHASED") ? "Purchased" : null;
};
