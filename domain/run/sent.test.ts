import { describe, expect, it } from "vitest";
import { DestinationKind } from "../enumerations.ts";
import type { RunReceipt } from "./events.ts";
import { type DatedRunEvent, sentBy } from "./sent.ts";

const at = (minute: number): string => `2026-11-20T12:0${minute}:00.000Z`;
const started = (minute: number, attempt = 1): DatedRunEvent => ({
  type: "DeliveryStarted",
  instant: at(minute),
  data: { try: 1, attempt, deliveryId: "d", destination: DestinationKind.Email, recipients: ["pv:a", "pv:b"] },
});
const failed = (minute: number, reached: number, attempt = 1): DatedRunEvent => ({
  type: "DeliveryFailed",
  instant: at(minute),
  data: { try: 1, attempt, kind: "temporary", reason: "no", steps: [], reached },
});
const confirmed = (minute: number, receipt: Partial<RunReceipt> = {}): DatedRunEvent => ({
  type: "DeliveryConfirmed",
  instant: at(minute),
  data: {
    try: 1,
    attempt: 1,
    deliveryId: "d",
    receipt: { at: at(minute), to: "2 recipients", answer: "250", steps: [], before: false, ...receipt },
  },
});

describe("where the file of a run went", () => {
  it("is nowhere before anything was sent, and after a try that reached nobody", () => {
    expect(sentBy([])).toBeUndefined();
    expect(sentBy([started(1), failed(2, 0)])).toBeUndefined();
  });

  it("is where it was confirmed, to all but those who were refused", () => {
    expect(sentBy([started(1), confirmed(2, { to: "1 of 2 recipients", refused: ["pv:b"] })])).toEqual({
      at: at(2),
      destination: DestinationKind.Email,
      recipients: ["pv:a"],
      place: "1 of 2 recipients",
      certain: true,
      reached: null,
    });
  });

  it("is with some of the recipients where a try reached them and failed, whatever the next ones did", () => {
    const sent = sentBy([started(1), failed(2, 1), started(3, 2), failed(4, 0, 2)]);
    expect(sent).toMatchObject({ at: at(2), certain: false, reached: 1, recipients: ["pv:a", "pv:b"] });
  });

  it("is not known where its worker was lost at it", () => {
    expect(sentBy([started(1)])).toMatchObject({ at: at(1), certain: false, reached: null, place: null });
    expect(sentBy([started(1), started(3, 2), failed(4, 0, 2)])).toMatchObject({ at: at(1), certain: false });
  });
});
