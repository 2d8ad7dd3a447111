import { describe, expect, it } from "vitest";
import { DestinationKind, ExportStatus } from "../../enumerations.ts";
import type { RunDocument } from "../../read-models/run-document.ts";
import { referencesOfRun, runStatus, triesOnWire } from "./run-on-wire.ts";

const at = (minute: number) => `2026-11-20T22:0${minute}:00.000Z`;
const run = (fields: Partial<RunDocument> = {}): RunDocument => ({
  ...{ tenant: "t", automationId: "a", runId: "r", version: 3, endedVersion: null, cause: "slot" },
  slot: "2026-11-20T22:01:00Z",
  period: { from: "2026-11-19T22:00:00Z", to: "2026-11-20T22:00:00Z" },
  claim: { workspaceVersion: 1, shopVersion: 1, flags: [], catalogueVersion: 1, inputHash: "ab" },
  ...{ claimedAt: at(1), endedAt: null, outcome: null, reason: null, retryAt: null, exportId: null },
  ...fields,
});
const begun = { "export.1": { at: at(2), exportId: "x" } } as const;
const made = { ...begun, "exportEnd.1": { at: at(3), outcome: "made" } } as const;
const delivery = { at: at(4), destination: DestinationKind.Email, recipients: ["pv:ann", "pv:bob"] };
const sending = { ...made, "delivery.1.1": delivery } as const;
const failure = { outcome: "failed", kind: "temporary", reason: "No answer." } as const;

describe("the status of a run in the history", () => {
  it.each<[string, Partial<RunDocument>, ExportStatus | undefined, ExportStatus]>([
    ["is initializing until its export is requested", {}, undefined, ExportStatus.Initialized],
    ["is that of its export while that is running", begun, ExportStatus.FormatData, ExportStatus.FormatData],
    ["is canceling if its export is", begun, ExportStatus.Canceling, ExportStatus.Canceling],
    ["is sending once its export is made", begun, ExportStatus.Finished, ExportStatus.SendFile],
    ["is sending while it is delivered", sending, ExportStatus.Finished, ExportStatus.SendFile],
    [
      "is initializing while it waits for another attempt",
      { ...sending, "deliveryEnd.1.1": { at: at(5), ...failure, steps: [], reached: 0 }, retryAt: at(9) },
      ExportStatus.Finished,
      ExportStatus.Initialized,
    ],
    [
      "is initializing if its export has failed and the ledger has not decided yet",
      { ...begun, "exportEnd.1": { at: at(3), ...failure } },
      ExportStatus.Failed,
      ExportStatus.Initialized,
    ],
    ["is failed even if only the delivery has", { outcome: "failed" }, ExportStatus.Finished, ExportStatus.Failed],
    ["is finished when it was delivered", { outcome: "delivered" }, ExportStatus.Finished, ExportStatus.Finished],
    ["is finished when there was nothing to send", { outcome: "empty" }, ExportStatus.Finished, ExportStatus.Finished],
  ])("%s", (_, fields, exported, status) => {
    expect(runStatus(run(fields), exported)).toBe(status);
  });
});

describe("an attempt in the history", () => {
  const texts = new Map([["pv:ann", "ann@partner.example"]]);
  type Refusing = { reached: number; refused?: string[]; mayHaveIt?: string[] };
  const tryOf = (fields: Partial<RunDocument>) => triesOnWire(run(fields), texts)[0];

  it("is under way from its export to its delivery", () => {
    const underWay = { Try: 1, At: at(2), EndedAt: null, Outcome: "under-way" };
    expect(tryOf(begun)).toMatchObject({ ...underWay, Destination: null, Recipients: [] });
    expect(tryOf(sending)).toMatchObject({
      ...underWay,
      Destination: DestinationKind.Email,
      Recipients: ["ann@partner.example", "an erased value"],
    });
  });

  it("tells how often its delivery was begun, as each may have sent a mail", () => {
    const twice = {
      ...sending,
      "delivery.1.2": delivery,
      "deliveryEnd.1.2": { at: at(6), ...failure, steps: [], reached: 0 },
    };
    expect(tryOf(twice)).toMatchObject({ Outcome: "failed", Deliveries: 2 });
    expect(tryOf(sending)).not.toHaveProperty("Deliveries");
  });

  it("names the recipients refused by a failed attempt, and whether it may have arrived", () => {
    const ended = (kind: "deferred" | "unconfirmed" | "lasting", more: Refusing) =>
      tryOf({ ...sending, "deliveryEnd.1.1": { at: at(5), ...failure, kind, steps: [], ...more } });
    expect(ended("deferred", { reached: 1, refused: ["pv:ann"] })).toMatchObject({
      ...{ Outcome: "failed", Arrived: "some", Refused: ["ann@partner.example"] },
    });
    expect(ended("deferred", { reached: 1, refused: ["pv:ann"], mayHaveIt: ["pv:ann"] })).toMatchObject({
      MayHaveIt: ["ann@partner.example"],
    });
    expect(ended("unconfirmed", { reached: 0 })).toMatchObject({ Outcome: "failed", Arrived: "maybe" });
    expect(ended("lasting", { reached: 0 })).not.toHaveProperty("Arrived");
  });

  it("names the recipients who were refused while others have it", () => {
    const steps = [{ step: "sent", ms: 7 }];
    const refused = ["pv:ann"];
    const receipt = { at: at(5), to: "1 recipient", answer: "", steps, before: false, refused, mayHaveIt: refused };
    expect(tryOf({ ...sending, "deliveryEnd.1.1": { at: at(5), outcome: "delivered", receipt } })).toMatchObject({
      ...{ Outcome: "delivered", To: "1 recipient", Answer: null, Refused: ["ann@partner.example"] },
      MayHaveIt: ["ann@partner.example"],
      Steps: [{ Step: "sent", Ms: 7, Failed: false }],
    });
  });

  it("distinguishes recipients that our mail server can't send to from refused ones", () => {
    const receipt = {
      at: at(5),
      to: "1 of 2 recipients",
      answer: "",
      steps: [],
      before: false,
      unsendable: ["pv:ann"],
    };
    const of = { ...sending, "deliveryEnd.1.1": { at: at(5), outcome: "delivered", receipt } } as const;
    expect(tryOf(of)).toMatchObject({ Refused: [], Unsendable: ["ann@partner.example"] });
    expect(referencesOfRun(run(of))).toContain("pv:ann");
    const end = { at: at(5), ...failure, steps: [], reached: 1, unsendable: ["pv:ann"] } as const;
    const failed = { ...sending, "deliveryEnd.1.1": end };
    expect(tryOf(failed)).toMatchObject({ Refused: [], Unsendable: ["ann@partner.example"] });
    expect(referencesOfRun(run(failed))).toContain("pv:ann");
  });

  it("says what failed, whom a failed delivery reached, and whether another attempt would help", () => {
    const steps = [{ step: "connected", ms: 3, failed: true }] as const;
    const failed = (reached: number, kind: "temporary" | "lasting") =>
      tryOf({ ...sending, "deliveryEnd.1.1": { at: at(5), ...failure, kind, steps, reached } });
    expect(failed(1, "temporary")).toMatchObject({ To: "1 of 2 recipients", Reason: "No answer.", Lasting: false });
    expect(failed(2, "lasting")).toMatchObject({ To: "2 of 2 recipients", Lasting: true, Steps: [{ Failed: true }] });
    expect(failed(0, "lasting")?.To).toBeNull();
  });

  const deferred = (minute: number, reached: number) =>
    ({ at: at(minute), ...failure, kind: "deferred", steps: [], reached }) as const;
  const receipt = (to: string) => ({ at: at(8), to, answer: "250 Ok", steps: [], before: false });
  const triesOf = (fields: Partial<RunDocument>) =>
    triesOnWire(run(fields), texts).map(({ Try, Outcome, To, Arrived }) => [Try, Outcome, To, Arrived]);

  it("counts only the recipients it reached itself, not those that earlier attempts reached", () => {
    const first = { ...sending, "deliveryEnd.1.1": deferred(5, 1), "delivery.2.1": delivery } as const;
    expect(
      triesOf({
        ...first,
        "deliveryEnd.2.1": deferred(6, 1),
        "delivery.3.1": delivery,
        "deliveryEnd.3.1": deferred(7, 2),
      }),
    ).toEqual([
      [1, "failed", "1 of 2 recipients", "some"],
      [2, "failed", null, undefined],
      [3, "failed", "1 of 2 recipients", "some"],
    ]);
    const interrupted = { ...deferred(6, 0), kind: "interrupted" } as const;
    expect(
      triesOf({
        ...first,
        "deliveryEnd.2.1": interrupted,
        "delivery.3.1": delivery,
        "deliveryEnd.3.1": deferred(7, 1),
      }),
    ).toEqual([
      [1, "failed", "1 of 2 recipients", "some"],
      [2, "failed", null, undefined],
      [3, "failed", null, undefined],
    ]);
    const lost = { ...deferred(6, 1), kind: "unconfirmed" } as const;
    expect(triesOf({ ...first, "deliveryEnd.2.1": lost })[1]).toEqual([2, "failed", null, "maybe"]);
  });

  it("counts only the recipients it reached itself, even if it was delivered", () => {
    const delivered = (to: string) => ({ at: at(8), outcome: "delivered", receipt: receipt(to) }) as const;
    const first = { ...sending, "deliveryEnd.1.1": deferred(5, 1), "delivery.2.1": delivery } as const;
    expect(triesOf({ ...first, "deliveryEnd.2.1": delivered("2 recipients") })[1]?.[2]).toBe("1 of 2 recipients");
    expect(triesOf({ ...first, "deliveryEnd.2.1": delivered("1 of 2 recipients") })[1]?.[2]).toBeNull();
    expect(triesOf({ ...sending, "deliveryEnd.1.1": delivered("2 recipients") })[0]?.[2]).toBe("2 recipients");
    expect(triesOf({ ...first, "deliveryEnd.2.1": delivered("ftp.example, /in/Orders.csv") })[1]?.[2]).toBe(
      "ftp.example, /in/Orders.csv",
    );
  });

  it("does not treat recipients added since as reached before", () => {
    const others = { ...delivery, recipients: ["pv:cat", "pv:dan"] };
    expect(
      triesOf({
        ...sending,
        "deliveryEnd.1.1": deferred(5, 1),
        "delivery.2.1": others,
        "deliveryEnd.2.1": deferred(6, 1),
      })[1],
    ).toEqual([2, "failed", "1 of 2 recipients", "some"]);
  });

  it("names those that it reached, although the list was edited and others were reached before", () => {
    const edited = { ...delivery, recipients: ["pv:bob", "pv:cat"] };
    const end = { ...deferred(6, 1), newlyReached: ["pv:cat"] };
    expect(
      triesOf({
        ...sending,
        "deliveryEnd.1.1": deferred(5, 1),
        "delivery.2.1": edited,
        "deliveryEnd.2.1": end,
      })[1],
    ).toEqual([2, "failed", "1 of 2 recipients", "some"]);
  });

  it("is empty or failed as soon as its export is", () => {
    const ended = (end: RunDocument["exportEnd.1"]) => tryOf({ ...begun, ...(end && { "exportEnd.1": end }) });
    expect(ended({ at: at(3), outcome: "empty" })).toMatchObject({ Outcome: "empty", EndedAt: at(3), To: null });
    expect(ended({ at: at(3), ...failure, kind: "lasting" })).toMatchObject({
      ...{ Outcome: "failed", Reason: "No answer.", Lasting: true, EndedAt: at(3), Destination: null },
    });
  });

  it("ends with its run if it has no separate end", () => {
    expect(tryOf({ ...sending, outcome: "failed", reason: "It was given up.", endedAt: at(8) })).toMatchObject({
      ...{ Outcome: "failed", Reason: "It was given up.", EndedAt: at(8) },
    });
  });
});
