import { describe, expect, it } from "vitest";
import { DestinationKind } from "../enumerations.ts";
import { type DatedRunEvent, type Disclosure, deriveDisclosures } from "./disclosure.ts";
import type { RunDataOf, RunReceipt, TriedStep } from "./events.ts";

const at = (minute: number): string => `2026-11-20T12:0${minute}:00.000Z`;
const { Email, Ftp, Webhook, PublicUrl } = DestinationKind;
type Of = {
  attempt?: number;
  ofTry?: number;
  destination?: DestinationKind;
  previousSentNothing?: true;
  previousReached?: number;
  recipients?: string[];
};

const started = (minute: number, { attempt = 1, ofTry = 1, destination = Email, ...more }: Of = {}): DatedRunEvent => ({
  type: "DeliveryStarted",
  instant: at(minute),
  data: {
    try: ofTry,
    attempt,
    deliveryId: "d",
    destination,
    recipients: destination === Email ? ["pv:a", "pv:b"] : [],
    ...more,
  },
});
type Failure = Of &
  Partial<
    Pick<
      RunDataOf<"DeliveryFailed">,
      "kind" | "reached" | "steps" | "refused" | "unsendable" | "inDoubt" | "newlyReached"
    >
  >;
const failed = (
  minute: number,
  {
    ofTry = 1,
    attempt = 1,
    kind = "temporary",
    reached = 0,
    steps = [],
    refused = [],
    unsendable = [],
    ...named
  }: Failure,
): DatedRunEvent => ({
  type: "DeliveryFailed",
  instant: at(minute),
  data: { try: ofTry, attempt, kind, reason: "no", steps, reached, refused, unsendable, ...named },
});
const confirmed = (minute: number, receipt: Partial<RunReceipt> = {}, { ofTry = 1 }: Of = {}): DatedRunEvent => ({
  type: "DeliveryConfirmed",
  instant: at(minute),
  data: {
    try: ofTry,
    attempt: 1,
    deliveryId: "d",
    receipt: { at: at(minute), to: "2 recipients", answer: "250", steps: [], before: false, ...receipt },
  },
});
/** Steps of a try whose last one failed. */
const failing = (...steps: string[]): TriedStep[] =>
  steps.map((step, n) => ({ step, ms: 1, ...(n === steps.length - 1 && { failed: true as const }) }));
const withNothingLeft = (steps: TriedStep[]): TriedStep[] =>
  steps.map((step) => (step.failed ? { ...step, nothingLeft: true } : step));
const wasTaken: TriedStep[] = [{ step: "handed over", ms: 1 }];

/** The first of a file's disclosures; undefined if there is none. */
const deriveDisclosure = (events: readonly DatedRunEvent[]): Disclosure | undefined => deriveDisclosures(events)[0];

const nobodyKnows = { certain: false, reached: null, place: null };

describe("where the file of a run went", () => {
  it("is nowhere before anything was sent", () => {
    expect(deriveDisclosure([])).toBeUndefined();
  });

  it.each([
    ["a mail server that refused it for good", Email, { kind: "lasting", steps: failing("handed over") }],
    ["a mail server that refused it for now", Email, { steps: withNothingLeft(failing("handed over")) }],
    ["an invalid address", Email, { kind: "lasting" }],
    ["a server that refused the login", Ftp, { steps: failing("resolved", "connected", "logged in") }],
    ["a server from which it was removed again", Ftp, { steps: withNothingLeft(failing("connected", "wrote")) }],
    ["a webhook that could not be reached", Webhook, { steps: failing("resolved", "connected") }],
  ] satisfies [string, DestinationKind, Failure][])(
    "is nowhere after an attempt with %s",
    (_, destination, failure) => {
      expect(deriveDisclosure([started(1, { destination }), failed(2, failure)])).toBeUndefined();
    },
  );

  it.each([
    ["a mail server that was lost after the mail", Email, failing("handed over")],
    ["a mail server whose answer was lost", Email, failing("answered")],
    ["a server on which the file was left", Ftp, failing("connected", "wrote", "checked size")],
    ["a server on which a piece of it was left", Ftp, failing("connected", "wrote")],
    ["a server whose answer to the renaming was lost", Ftp, failing("wrote", "checked size", "renamed")],
    ["a webhook that answered with an error, or too late", Webhook, failing("connected", "secured", "called")],
  ] as const)("is unknown after an attempt with %s, whatever later ones did", (_, destination, steps) => {
    const events = [started(1, { destination }), failed(2, { steps })];
    expect(deriveDisclosure(events)).toMatchObject({ ...nobodyKnows, at: at(1), destination });
    const again = [started(3, { destination, ofTry: 2 }), failed(4, { ofTry: 2, steps: failing("resolved") })];
    expect(deriveDisclosure([...events, ...again])).toMatchObject({ ...nobodyKnows, at: at(1), destination });
  });

  it("is the confirmed place, except for refused recipients", () => {
    expect(deriveDisclosure([started(1), confirmed(2, { to: "1 of 2 recipients", refused: ["pv:b"] })])).toEqual({
      at: at(2),
      destination: Email,
      recipients: ["pv:a"],
      place: "1 of 2 recipients",
      certain: true,
      reached: null,
    });
  });

  it("is the confirmed place, even if an earlier attempt may have arrived", () => {
    const lost = [started(1), failed(2, { steps: failing("handed over") }), started(3, { ofTry: 2 })];
    expect(deriveDisclosure([...lost, confirmed(4, {}, { ofTry: 2 })])).toMatchObject({
      certain: true,
      place: "2 recipients",
    });
  });

  it("is in doubt for a recipient refused now who may have it from an earlier attempt", () => {
    const lost = [started(1), failed(2, { steps: failing("handed over") }), started(3, { ofTry: 2 })];
    const events = [...lost, confirmed(4, { refused: ["pv:b"] }, { ofTry: 2 })];
    expect(deriveDisclosures(events)).toMatchObject([
      { certain: true, recipients: ["pv:a"] },
      { ...nobodyKnows, at: at(1), recipients: ["pv:b"] },
    ]);
  });

  it("is in doubt only for those whom an attempt names, if it does", () => {
    const lost = [started(1), failed(2, { kind: "unconfirmed", steps: failing("answered"), inDoubt: ["pv:a"] })];
    expect(deriveDisclosures(lost)).toMatchObject([{ ...nobodyKnows, recipients: ["pv:a"] }]);
    const later = [started(3, { ofTry: 2 }), confirmed(4, { refused: ["pv:b"] }, { ofTry: 2 })];
    expect(deriveDisclosures([...lost, ...later])).toMatchObject([{ certain: true, recipients: ["pv:a"] }]);
  });

  it("isn't a recipient whose address our mail server can't take", () => {
    expect(deriveDisclosures([started(1), confirmed(2, { unsendable: ["pv:a"] })])).toMatchObject([
      { certain: true, recipients: ["pv:b"] },
    ]);
    expect(
      deriveDisclosures([started(1), failed(2, { reached: 1, steps: wasTaken, unsendable: ["pv:a"] })]),
    ).toMatchObject([{ reached: 1, recipients: ["pv:b"] }]);
  });

  it("includes recipients of an earlier list, which an attempt reached or may have reached", () => {
    const now = { ofTry: 2, recipients: ["pv:n"] };
    const next = [started(3, now), confirmed(4, { to: "1 recipient" }, now)];
    const reached = failed(2, { reached: 1, steps: wasTaken });
    expect(deriveDisclosures([started(1), reached, ...next])).toMatchObject([
      { certain: true, recipients: ["pv:n"] },
      { certain: false, at: at(2), reached: 1, recipients: ["pv:a", "pv:b"] },
    ]);
    const lost = failed(2, { kind: "unconfirmed", steps: failing("answered") });
    expect(deriveDisclosures([started(1), lost, ...next])).toMatchObject([
      { certain: true, recipients: ["pv:n"] },
      { ...nobodyKnows, at: at(1), recipients: ["pv:a", "pv:b"] },
    ]);
    const withoutB = failed(2, { reached: 1, steps: wasTaken, refused: ["pv:b"] });
    expect(deriveDisclosures([started(1), withoutB, ...next])).toMatchObject([
      { certain: true, recipients: ["pv:n"] },
      { reached: 1, recipients: ["pv:a"] },
    ]);
  });

  it("keeps each failed attempt's own list", () => {
    const now = { ofTry: 2, recipients: ["pv:n"] };
    const events = [started(1), failed(2, { reached: 1, steps: wasTaken }), started(3, now)];
    const unsent = failed(4, { ofTry: 2, steps: withNothingLeft(failing("handed over")) });
    expect(deriveDisclosures([...events, unsent])).toMatchObject([{ reached: 1, recipients: ["pv:a", "pv:b"] }]);
    expect(deriveDisclosures(events)).toMatchObject([
      { ...nobodyKnows, at: at(3), recipients: ["pv:n"] },
      { reached: 1, recipients: ["pv:a", "pv:b"] },
    ]);
  });

  it("includes an earlier destination of another kind", () => {
    const byWebhook = { ofTry: 2, destination: Webhook };
    const mailed = [started(1), failed(2, { reached: 1, steps: wasTaken })];
    const webhook = [started(3, byWebhook), confirmed(4, { to: "hooks.example" }, byWebhook)];
    expect(deriveDisclosures([...mailed, ...webhook])).toMatchObject([
      { certain: true, destination: Webhook, place: "hooks.example" },
      { certain: false, destination: Email, reached: 1, recipients: ["pv:a", "pv:b"] },
    ]);
    const lost = [started(1, { destination: Ftp }), failed(2, { steps: failing("connected", "wrote") })];
    expect(deriveDisclosures([...lost, ...webhook])).toMatchObject([
      { certain: true, destination: Webhook },
      { ...nobodyKnows, destination: Ftp, at: at(1) },
    ]);
    const unpublished = [started(3, { ofTry: 2, destination: PublicUrl }), confirmed(4, {}, { ofTry: 2 })];
    expect(deriveDisclosures([...mailed, ...unpublished])).toMatchObject([{ destination: Email, reached: 1 }]);
  });

  it("names a recipient of several attempts once", () => {
    const again = [started(3, { ofTry: 2 }), confirmed(4, {}, { ofTry: 2 })];
    expect(deriveDisclosures([started(1), failed(2, { reached: 1, steps: wasTaken }), ...again])).toHaveLength(1);
  });

  it("is some of the recipients if a failed attempt reached them and later ones nobody else", () => {
    const events = [
      started(1),
      failed(2, { reached: 1, steps: wasTaken }),
      started(3, { ofTry: 2 }),
      failed(4, { ofTry: 2, reached: 1, steps: withNothingLeft(failing("handed over")) }),
    ];
    expect(deriveDisclosure(events)).toMatchObject({
      at: at(2),
      certain: false,
      reached: 1,
      recipients: ["pv:a", "pv:b"],
    });
  });

  it("is unknown for the others if the worker or the server of the next attempt was lost", () => {
    const some = [started(1), failed(2, { reached: 1, steps: wasTaken }), started(3, { ofTry: 2 })];
    expect(deriveDisclosure(some)).toMatchObject({ ...nobodyKnows, at: at(3), recipients: ["pv:a", "pv:b"] });
    const lost = failed(4, { ofTry: 2, reached: 1, steps: failing("handed over") });
    expect(deriveDisclosure([...some, lost])).toMatchObject({ ...nobodyKnows, at: at(3) });
  });

  it("is unknown if its worker was lost, even if the attempt was ended because of that", () => {
    expect(deriveDisclosure([started(1)])).toMatchObject({ ...nobodyKnows, at: at(1) });
    expect(deriveDisclosure([started(1), failed(2, {})])).toMatchObject({ ...nobodyKnows, at: at(1) });
    const next = [started(3, { attempt: 2 }), failed(4, { attempt: 2, kind: "lasting" })];
    expect(deriveDisclosure([started(1), ...next])).toMatchObject({ ...nobodyKnows, at: at(1) });
  });

  it("is nowhere if a lost worker sent nothing and the next one was refused", () => {
    const again = started(3, { attempt: 2, previousSentNothing: true });
    const refused = failed(4, { attempt: 2, steps: withNothingLeft(failing("handed over")) });
    expect(deriveDisclosure([started(1), again, refused])).toBeUndefined();
    expect(deriveDisclosure([started(1), started(3, { attempt: 2 }), refused])).toMatchObject(nobodyKnows);
  });

  it("is those who got it before a worker was lost, as the next one recorded", () => {
    const again = started(3, { attempt: 2, previousSentNothing: true, previousReached: 1 });
    expect(deriveDisclosure([started(1), again, failed(4, { attempt: 2, kind: "lasting" })])).toMatchObject({
      ...nobodyKnows,
      at: at(3),
      reached: 1,
    });
  });

  it("is each recipient that a failed attempt says it reached, though the list was edited since", () => {
    const events = [
      started(1),
      failed(2, { kind: "deferred", reached: 1, newlyReached: ["pv:a"] }),
      started(3, { ofTry: 2, recipients: ["pv:b", "pv:c"] }),
      failed(4, { ofTry: 2, kind: "deferred", reached: 1, newlyReached: ["pv:c"] }),
    ];
    expect(deriveDisclosures(events)).toMatchObject([
      { at: at(2), recipients: ["pv:a"], place: "1 of 2 recipients", certain: true, reached: null },
      { at: at(4), recipients: ["pv:c"], place: "1 of 2 recipients", certain: true, reached: null },
    ]);
  });

  it("includes another host of the same kind, if the destination was edited between attempts", () => {
    const ftp = (minute: number, ofTry: number, workspaceVersion: number): DatedRunEvent => {
      const begun = started(minute, { ofTry, destination: Ftp }) as Extract<DatedRunEvent, { type: "DeliveryStarted" }>;
      return { ...begun, data: { ...begun.data, workspaceVersion } };
    };
    const lost = failed(2, { steps: failing("connected", "wrote") });
    const hostOf = ({ workspaceVersion }: { workspaceVersion?: number }) => `ftp${workspaceVersion}.example`;
    const receipt = confirmed(4, { to: "ftp2.example, /Orders.csv" }, { ofTry: 2 });
    const places = (second: number) =>
      deriveDisclosures([ftp(1, 1, 1), lost, ftp(3, 2, second), receipt], hostOf).map(({ place }) => place);
    expect(places(2)).toEqual(["ftp2.example, /Orders.csv", "ftp1.example"]);
    expect(places(1)).toEqual(["ftp2.example, /Orders.csv"]);
  });

  it("is a public link only once it was published there", () => {
    const begun = started(1, { destination: PublicUrl });
    const receipt = { to: "the public link", answer: "" };
    expect(deriveDisclosure([begun, confirmed(2, { ...receipt, published: true })])).toMatchObject({
      certain: true,
      at: at(2),
    });
    expect(deriveDisclosure([begun, confirmed(2, receipt)])).toBeUndefined();
    expect(deriveDisclosure([begun])).toBeUndefined();
  });
});
