import { describe, expect, it } from "vitest";
import { metadataAt } from "../core/context-for-tests.ts";
import { DestinationKind } from "../enumerations.ts";
import type { LedgerEvent } from "../ledger/events.ts";
import { claim, facts, fail, following, ledgerOf } from "../ledger/ledger-for-tests.ts";
import { emptyLedger } from "../ledger/state.ts";
import { runDecider } from "./decider.ts";
import type { RunEvent } from "./events.ts";
import { nextStep } from "./next-step.ts";

const run = "run-5";
const claimed = following([], claim(5));
const period = { from: "2026-11-04T00:00:00.000Z", to: "2026-11-05T00:00:00.000Z" };
const started: RunEvent = {
  type: "RunStarted",
  data: { runId: run, automationId: "a", tenant: "t", cause: "slot", slot: "s", period, deliverEmpty: false, ...facts },
};
const exported: RunEvent[] = [
  started,
  { type: "RunExportRequested", data: { try: 1, exportId: "e1", inputHash: "h" } },
  { type: "RunExportFinished", data: { try: 1, exportId: "e1", orders: 2, rows: 3 } },
];
const delivering: RunEvent = {
  type: "DeliveryStarted",
  data: { try: 1, attempt: 1, deliveryId: "d", destination: DestinationKind.Ftp, recipients: [] },
};
const refused: RunEvent = {
  type: "DeliveryFailed",
  data: { try: 1, attempt: 1, kind: "temporary", reason: "refused", steps: [], reached: 0 },
};
const receipt = { at: "2026-11-05T00:02:00.000Z", to: "ftp.example", answer: "226", steps: [], before: false };
const confirmed: RunEvent = { type: "DeliveryConfirmed", data: { try: 1, attempt: 1, deliveryId: "d", receipt } };

const next = (
  events: readonly RunEvent[],
  ledger: readonly LedgerEvent[] = claimed,
  now = "2026-11-20T10:00:00.000Z",
) => {
  const state = events.reduce(
    (before, event, version) => runDecider.evolve(before, event, metadataAt(now), version),
    runDecider.initialState,
  );
  return nextStep(run, state, ledgerOf(...ledger).state, now);
};

describe("the next step of a run", () => {
  it("settles an empty run with the orders that it lacks", () => {
    const without = [{ id: "o1", name: "#1" }];
    const empty = { type: "RunExportEmpty", data: { try: 1, exportId: "e1", without } } as const;
    expect(next([...exported.slice(0, 2), empty])).toEqual({ do: "settle", outcome: "empty", without });
  });

  it("leads from its claim to its end", () => {
    expect(next([])).toEqual({ do: "start" });
    expect(next([started])).toEqual({ do: "export", try: 1 });
    expect(next(exported.slice(0, 2))).toEqual({ do: "await-export", exportId: "e1", inputHash: "h" });
    expect(next(exported)).toEqual({ do: "deliver", try: 1, attempt: 1, exportId: "e1" });
    expect(next([...exported, delivering])).toMatchObject({ do: "deliver", try: 1, attempt: 2 });
    const done = [...exported, delivering, confirmed];
    expect(next(done)).toEqual({ do: "settle", outcome: "delivered", without: [] });
    const settled = following(claimed, { type: "Settle", run, outcome: "delivered" });
    expect(next(done, settled)).toEqual({ do: "end", outcome: "delivered", reason: null });
    expect(next([...done, { type: "RunEnded", data: { outcome: "delivered", reason: null } }], settled)).toEqual({
      do: "done",
    });
  });

  const mail = { ...delivering, data: { ...delivering.data, destination: DestinationKind.Email } } as RunEvent;
  const handedOver = { step: "handed over", ms: 1, failed: true } as const;
  const failed = (data: object, of: RunEvent = refused) => ({ ...of, data: { ...of.data, ...data } }) as RunEvent;
  const nothingLeft = { steps: [{ ...handedOver, nothingLeft: true }] };
  it.each([
    ["a mail that no server took", false, [mail, failed({ kind: "ours", ...nothingLeft })]],
    ["a mail whose answer was lost", true, [mail, failed({ kind: "unconfirmed", steps: [handedOver] })]],
    ["a mail that others got", true, [mail, failed({ kind: "deferred", reached: 1, ...nothingLeft })]],
    [
      "a mail whose first worker was lost",
      true,
      [mail, failed({ attempt: 2 }, mail), failed({ attempt: 2, kind: "ours", ...nothingLeft })],
    ],
    [
      "a mail whose first worker was lost before it sent anything",
      false,
      [
        mail,
        failed({ attempt: 2, previousSentNothing: true }, mail),
        failed({ attempt: 2, kind: "ours", ...nothingLeft }),
      ],
    ],
    [
      "a mail whose workers were all lost before they sent anything",
      false,
      [mail, failed({ kind: "interrupted", sentNothing: true })],
    ],
  ] as const)("tells the ledger whether somebody may have the report: %s, %s", (_, mayHaveArrived, events) => {
    expect(next([...exported, ...events])).toMatchObject({ do: "fail-try", mayHaveArrived });
  });

  it("tells the ledger which orders a report lacks that may have arrived", () => {
    const without = [{ id: "gid://shopify/Order/1042", name: "#1042" }];
    const lacking = exported.map((event) =>
      event.type === "RunExportFinished" ? { ...event, data: { ...event.data, without } } : event,
    );
    expect(next([...lacking, mail, failed({ kind: "unconfirmed" })])).toMatchObject({ do: "fail-try", without });
    expect(next([...lacking, mail, failed({ kind: "ours", ...nothingLeft })])).not.toHaveProperty("without");
  });

  it("waits as long as the receiver asks after a failed attempt", () => {
    const notBefore = "2026-11-20T10:30:00.000Z";
    const asked = { ...refused, data: { ...refused.data, notBefore } } as RunEvent;
    const step = next([...exported, delivering, asked]);
    expect(step).toMatchObject({ do: "fail-try", notBefore });
    const told = following(claimed, { ...fail(run, 1), notBefore });
    expect(next([...exported, delivering, asked], told)).toEqual({ do: "wait", until: notBefore });
  });

  it("reports a failure as final if no other attempt can help", () => {
    const gone = failed({ kind: "ours", steps: [], final: true });
    expect(next([...exported, mail, gone])).toMatchObject({ do: "fail-try", kind: "ours", final: true });
  });

  it("reports a failed attempt, waits, and delivers again", () => {
    const failed = [...exported, delivering, refused];
    expect(next(failed)).toEqual({
      do: "fail-try",
      mayHaveArrived: true,
      try: 1,
      kind: "temporary",
      reason: "refused",
    });
    const told = following(claimed, fail(run, 1));
    expect(next(failed, told)).toEqual({ do: "wait", until: "2026-11-20T10:01:00.000Z" });
    expect(next(failed, told, "2026-11-20T10:01:00.000Z")).toMatchObject({ do: "deliver", try: 2, attempt: 1 });
    const lasting = following(claimed, fail(run, 1, "lasting"));
    expect(next(failed, lasting)).toEqual({ do: "end", outcome: "failed", reason: "refused" });
  });

  it("makes another export after a failed one", () => {
    const lost: RunEvent = {
      type: "RunExportFailed",
      data: { try: 1, exportId: "e1", kind: "temporary", reason: "x" },
    };
    const told = following(claimed, fail(run, 1));
    expect(next([...exported.slice(0, 2), lost], told, "2026-11-20T11:00:00.000Z")).toEqual({ do: "export", try: 2 });
  });

  it("ends the run as the ledger says if a confirmation came too late", () => {
    const lasting = following(claimed, fail(run, 1, "lasting"));
    expect(next([...exported, delivering, refused, confirmed], lasting)).toMatchObject({
      do: "end",
      outcome: "failed",
    });
  });

  it("ends the run by its own outcome if the ledger has forgotten it", () => {
    const forgotten = (events: readonly RunEvent[]) => {
      const state = events.reduce(
        (before, event, version) => runDecider.evolve(before, event, metadataAt(receipt.at), version),
        runDecider.initialState,
      );
      return nextStep(run, state, emptyLedger, receipt.at);
    };
    expect(forgotten([...exported, delivering, confirmed])).toMatchObject({ do: "end", outcome: "delivered" });
    expect(forgotten([...exported, delivering, refused])).toEqual({ do: "end", outcome: "failed", reason: "refused" });
    expect(forgotten([])).toEqual({ do: "done" });
  });
});
