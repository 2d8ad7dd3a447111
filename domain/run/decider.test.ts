import { describe, expect, it } from "vitest";
import { isRefusal } from "../core/decider.ts";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { writeDirectlyLabel } from "../destinations/write-directly.ts";
import { DestinationKind } from "../enumerations.ts";
import type { RunCommand } from "./commands.ts";
import { runDecider } from "./decider.ts";
import type { RunEvent, RunFacts } from "./events.ts";
import type { RunState } from "./state.ts";

const facts: RunFacts = {
  runId: "run",
  automationId: "a",
  tenant: "t",
  cause: "slot",
  slot: "2026-11-05T00:01:00.000Z",
  period: { from: "2026-11-04T00:00:00.000Z", to: "2026-11-05T00:00:00.000Z" },
  deliverEmpty: false,
  workspaceVersion: 1,
  shopVersion: 1,
  flags: [],
  catalogueVersion: 7,
  inputHash: "ab",
};
const receipt = { at: "2026-11-05T00:02:00.000Z", to: "2 recipients", answer: "250 Ok", steps: [], before: false };

type Bare = Parameters<ReturnType<typeof given<RunCommand, RunEvent, RunState>>["when"]>[0];
const start: Bare = { type: "StartRun", ...facts };
const request = (n = 1): Bare => ({ type: "RequestRunExport", try: n, exportId: `e${n}`, inputHash: "cd" });
const finish = (rows = 5, n = 1): Bare => ({ type: "FinishRunExport", exportId: `e${n}`, orders: rows, rows });
const deliver = (ofTry = 1, attempt = 1): Bare => ({
  type: "StartDelivery",
  try: ofTry,
  attempt,
  deliveryId: "d",
  destination: DestinationKind.Email,
  recipients: ["pv:a"],
});
const confirm = (ofTry = 1, attempt = 1): Bare => ({ type: "ConfirmDelivery", try: ofTry, attempt, receipt });
const fail = (ofTry = 1, attempt = 1): Bare => ({
  type: "FailDelivery",
  try: ofTry,
  attempt,
  kind: "temporary",
  reason: "no answer",
  steps: [],
  reached: 0,
});
const end = (outcome: "delivered" | "empty" | "failed"): Bare => ({ type: "EndRun", outcome, reason: null });

const following = (...commands: Bare[]) => {
  const events: RunEvent[] = [];
  for (const command of commands) {
    const decision = given(runDecider, events).when(command);
    if (isRefusal(decision)) throw new Error(decision.message);
    events.push(...decision);
  }
  const run = given(runDecider, events);
  return { events, state: run.state, when: (command: Bare) => run.when(command) };
};
const toDelivery = [start, request(), finish(), deliver()];

describe("a run", () => {
  it("starts together with the request of its first export, with the inputs of its claim", () => {
    const begun = following({ ...start, exportId: "e1" } as Bare);
    expect(begun.events).toEqual([
      { type: "RunStarted", data: facts },
      { type: "RunExportRequested", data: { try: 1, exportId: "e1", inputHash: facts.inputHash } },
    ]);
    expect(begun.when({ ...start, exportId: "e1" } as Bare)).toEqual([]);
    expect(begun.state).toEqual(following(start, { ...request(), inputHash: facts.inputHash } as Bare).state);
  });

  it("takes every step from its claim to its end", () => {
    const { events, state } = following(...toDelivery, confirm(), end("delivered"));
    expect(events.map(({ type }) => type)).toEqual([
      "RunStarted",
      "RunExportRequested",
      "RunExportFinished",
      "DeliveryStarted",
      "DeliveryConfirmed",
      "RunEnded",
    ]);
    expect(state).toMatchObject({ status: "ended", outcome: "delivered", receipt });
  });

  it("accepts every repeated step without a change", () => {
    expect(following(start).when(start)).toEqual([]);
    refusalOf(following(start).when({ ...start, inputHash: "other" } as Bare));
    expect(following(start, request()).when(request())).toEqual([]);
    refusalOf(following(start, request()).when(request(2)));
    expect(following(start, request(), finish()).when(finish())).toEqual([]);
    expect(following(...toDelivery, confirm()).when(confirm())).toEqual([]);
    expect(following(...toDelivery, fail()).when(fail())).toEqual([]);
    const ended = following(...toDelivery, confirm(), end("delivered"));
    expect(ended.when(end("delivered"))).toEqual([]);
    expect(ended.when(confirm())).toEqual([]);
    refusalOf(ended.when(end("failed")));
    expect(refusalOf(following().when(deliver())).code).toBe("unknown");
  });

  it("is sent once if it is empty except for an unreadable order, but not again for the same one", () => {
    const without = [{ id: "o1", name: "#1" }];
    const lacking = { ...finish(0), without };
    const exporting = following(start, request());
    expect(exporting.when(lacking as Bare)).toMatchObject([{ type: "RunExportFinished", data: { without } }]);
    const told = { ...lacking, toldBefore: ["o1"] } as Bare;
    expect(exporting.when(told)).toMatchObject([{ type: "RunExportEmpty", data: { without } }]);
    expect(following(start, request(), told).state).toMatchObject({ status: "empty", file: { without } });
    const another = { ...told, without: [...without, { id: "o2", name: "#2" }] } as Bare;
    expect(exporting.when(another)).toMatchObject([{ type: "RunExportFinished" }]);
  });

  it("has nothing to deliver without rows, unless empty reports are wanted", () => {
    expect(following(start, request()).when(finish(0))).toMatchObject([{ type: "RunExportEmpty" }]);
    const empty = following(start, request(), finish(0));
    refusalOf(empty.when(deliver()));
    refusalOf(empty.when(end("delivered")));
    expect(empty.when(end("empty"))).toMatchObject([{ type: "RunEnded" }]);
    const wanted = { ...start, deliverEmpty: true } as Bare;
    expect(following(wanted, request()).when(finish(0))).toMatchObject([
      { type: "RunExportFinished", data: { rows: 0 } },
    ]);
  });

  it("makes its file again if the export failed, but not if the delivery did", () => {
    const refused = { type: "FailRunExport", exportId: "e1", kind: "temporary", reason: "x" } as const;
    const failed = following(start, request(), refused);
    refusalOf(failed.when(deliver(2)));
    refusalOf(failed.when(request(1)));
    refusalOf(failed.when(request(3)));
    expect(failed.when(request(2))).toMatchObject([{ data: { try: 2, exportId: "e2" } }]);
    const undelivered = following(...toDelivery, fail());
    refusalOf(undelivered.when(request(2)));
    refusalOf(undelivered.when(deliver(1)));
    expect(undelivered.when(deliver(2))).toMatchObject([{ data: { try: 2, attempt: 1, deliveryId: "d" } }]);
  });

  it("never delivers again after the receiver's confirmation", () => {
    refusalOf(following(...toDelivery, confirm()).when(deliver(1, 2)));
    refusalOf(following(...toDelivery, confirm(), end("delivered")).when(deliver(1, 2)));
    // Also if another worker took over meanwhile, or the try was given up.
    const late = following(...toDelivery, deliver(1, 2), confirm(1, 1));
    expect(late.state).toMatchObject({ status: "confirmed" });
    const given = following(...toDelivery, fail(), confirm(1, 1));
    expect(given.state).toMatchObject({ status: "confirmed" });
    refusalOf(given.when(deliver(2)));
  });

  it("accepts a confirmation only for a delivery that was begun", () => {
    refusalOf(following(start, request(), finish()).when(confirm()));
    refusalOf(following(...toDelivery).when(confirm(2, 1)));
    refusalOf(following(...toDelivery).when(confirm(1, 2)));
  });

  it("lets only one of two workers begin the same delivery", () => {
    expect(refusalOf(following(...toDelivery).when(deliver(1, 1))).message).toContain("Another attempt");
  });

  it("begins a delivery again if its worker is lost, and fails as interrupted after the third", () => {
    const thrice = following(...toDelivery, deliver(1, 2), deliver(1, 3));
    expect(thrice.when(deliver(1, 4))).toMatchObject([
      {
        type: "DeliveryFailed",
        data: {
          ...{ try: 1, attempt: 3, kind: "interrupted" },
          reason:
            "The delivery was started 3 times, but the server stopped or was too busy each time. The report may have arrived. Ask its recipients before you send it again.",
        },
      },
    ]);
    refusalOf(thrice.when(fail(1, 2)));
    expect(thrice.when(fail(1, 3))).toMatchObject([{ type: "DeliveryFailed" }]);
  });

  it("records that a lost worker sent nothing", () => {
    const unsent = (attempt: number) => ({ ...deliver(1, attempt), previousSentNothing: true }) as Bare;
    const begun = following(start, request(), finish(), unsent(1));
    expect(begun.events.at(-1)?.data).not.toHaveProperty("previousSentNothing");
    const thrice = following(...toDelivery, unsent(2), unsent(3));
    expect(thrice.events.at(-1)).toMatchObject({ type: "DeliveryStarted", data: { previousSentNothing: true } });
    expect(thrice.when(unsent(4))).toMatchObject([{ type: "DeliveryFailed", data: { sentNothing: true } }]);
    expect(following(...toDelivery, unsent(2), unsent(3), unsent(4)).state).toMatchObject({ mayHaveArrived: false });
    expect(following(...toDelivery, deliver(1, 2), unsent(3)).state).toMatchObject({ mayHaveArrived: true });
  });

  it("remembers who has or may have the mail, whatever fails later", () => {
    const step = { step: "answered", ms: 1, failed: true } as const;
    const lost = { ...fail(), kind: "unconfirmed", reason: "It may have arrived.", steps: [step] } as Bare;
    const nothingLeft = [{ step: "handed over", ms: 1, failed: true as const, nothingLeft: true as const }];
    const refused = { ...fail(2), kind: "lasting", reason: "Refused.", steps: nothingLeft, refused: ["pv:a"] } as Bare;
    const hint = "The report may have arrived. Ask its recipients before you send it again.";
    const arrived = { reached: 0, recipients: 1, unsure: true };
    const twice = following(...toDelivery, lost, deliver(2), refused);
    expect(twice.events.at(-1)).toMatchObject({
      type: "DeliveryFailed",
      data: { reason: `Refused. ${hint}`, refused: ["pv:a"], arrived },
    });
    expect(twice.when(end("failed"))).toMatchObject([{ type: "RunEnded", data: { arrived } }]);
    const partly = { ...fail(), kind: "deferred", steps: nothingLeft, reached: 1 } as Bare;
    const gone = { ...fail(2), kind: "ours", reason: "The file was removed.", final: true } as Bare;
    expect(following(...toDelivery, partly, gone).when(end("failed"))).toMatchObject([
      { type: "RunEnded", data: { arrived: { reached: 1, recipients: 1 } } },
    ]);
    // A try that never began adds no doubt.
    expect(following(...toDelivery, { ...fail(), steps: nothingLeft } as Bare, fail(2)).state).toMatchObject({
      arrived: null,
    });
    expect(refusalOf(following(...toDelivery).when({ ...fail(), refused: ["ann@example.com"] } as Bare)).code).toBe(
      "invalid",
    );
  });

  it("records what a lost worker certainly handed over", () => {
    const begun = following(...toDelivery, {
      ...{ ...deliver(1, 2), previousSentNothing: true, previousReached: 1, recipients: ["pv:a", "pv:b"] },
    } as Bare);
    expect(begun.events.at(-1)).toMatchObject({ type: "DeliveryStarted", data: { previousReached: 1 } });
    expect(begun.state).toMatchObject({ mayHaveArrived: true, arrived: { reached: 1 } });
    expect(begun.state).not.toHaveProperty("arrived.unsure");
    const fourth = { ...deliver(1, 4), previousSentNothing: true, previousReached: 1 } as Bare;
    const [given] = following(...toDelivery, deliver(1, 2), deliver(1, 3)).when(fourth) as RunEvent[];
    expect(given).toMatchObject({ type: "DeliveryFailed", data: { reached: 1, sentNothing: true } });
  });

  it("distinguishes recipients refused from the start from those who may have an earlier mail", () => {
    const recipients = ["pv:a", "pv:b", "pv:c"];
    const to = (n: number, attempt = 1) => ({ ...deliver(n, attempt), recipients }) as Bare;
    const begun = [start, request(), finish(), to(1)];
    const step = { step: "answered", ms: 1, failed: true } as const;
    const taken = { step: "handed over", ms: 1 } as const;
    const lost = (n: number, more: object = {}) =>
      ({ ...fail(n), kind: "unconfirmed", steps: [step], ...more }) as Bare;
    const partly = (n: number, more: object) => ({ ...fail(n), kind: "deferred", steps: [taken], ...more }) as Bare;
    const refusing = (n: number, refused: readonly string[]) =>
      ({ ...confirm(n), receipt: { ...receipt, refused } }) as Bare;

    const late = following(...begun, lost(1), to(2), refusing(2, ["pv:b"]));
    expect(late.events.at(-1)).toMatchObject({ data: { receipt: { refused: ["pv:b"], mayHaveIt: ["pv:b"] } } });
    // Its worker was lost, so nobody knows.
    const killed = following(...begun, to(1, 2), { ...refusing(1, ["pv:b"]), attempt: 2 } as Bare);
    expect(killed.events.at(-1)).toMatchObject({ data: { receipt: { mayHaveIt: ["pv:b"] } } });
    const early = following(...begun, refusing(1, ["pv:b"]));
    expect(early.events.at(-1)).not.toHaveProperty("data.receipt.mayHaveIt");

    const some = { reached: 1, refused: ["pv:b"] };
    const both = following(...begun, partly(1, some), to(2), lost(2, some), to(3), {
      ...partly(3, { reached: 1, refused: ["pv:b", "pv:c"] }),
    } as Bare);
    const arrived = { reached: 1, recipients: 3, refused: 1, unsure: true };
    expect(both.events.at(-1)).toMatchObject({
      type: "DeliveryFailed",
      data: { refused: ["pv:b", "pv:c"], mayHaveIt: ["pv:c"], arrived },
    });
    expect(both.when(end("failed"))).toMatchObject([{ type: "RunEnded", data: { arrived } }]);
    // Our mail server can't take the address, so nobody has it there.
    const unsent = { reached: 1, unsendable: ["pv:b"] };
    expect(following(...begun, partly(1, unsent), to(2), lost(2, unsent)).events.at(-1)).toMatchObject({
      data: { unsendable: ["pv:b"], arrived },
    });
    // A refused recipient that is off the list still counts, as all counts are over everybody who was on it.
    const shorter = { ...deliver(2), recipients: ["pv:a", "pv:c"] } as Bare;
    expect(following(...begun, partly(1, some), shorter, lost(2, { reached: 1 })).state).toMatchObject({
      arrived: { reached: 1, recipients: 3, refused: 1, unsure: true },
      missed: ["pv:b"],
    });
  });

  it("knows who may have the mail if the attempts tell, and keeps those of an earlier list in doubt", () => {
    const to = (n: number, recipients: readonly string[], attempt = 1) =>
      ({ ...deliver(n, attempt), recipients }) as Bare;
    const step = { step: "answered", ms: 1, failed: true } as const;
    const lost = (n: number, inDoubt: readonly string[], more: object = {}) =>
      ({ ...fail(n), kind: "unconfirmed", steps: [step], inDoubt, ...more }) as Bare;
    const later = (n: number, inDoubt: readonly string[], more: object) =>
      ({ ...fail(n), kind: "deferred", steps: [{ step: "handed over", ms: 1 }], inDoubt, ...more }) as Bare;
    const begun = [start, request(), finish(), to(1, ["pv:a", "pv:b"]), lost(1, ["pv:b"])];
    expect(following(...begun).state).toMatchObject({
      arrived: { reached: 0, recipients: 2, refused: 1, unsure: true },
    });

    const reached = following(...begun, to(2, ["pv:a", "pv:b"]), later(2, [], { reached: 1 }));
    expect(reached.state).toMatchObject({ arrived: { reached: 1, recipients: 2 }, doubted: [] });
    expect(reached.state).not.toHaveProperty("arrived.unsure");

    const edited = following(...begun, to(2, ["pv:a", "pv:c"]), later(2, [], { reached: 1, refused: ["pv:a"] }));
    expect(edited.events.at(-1)).toMatchObject({
      data: { inDoubt: [], arrived: { reached: 1, recipients: 3, refused: 1, unsure: true } },
    });
    expect(edited.events.at(-1)).not.toHaveProperty("data.mayHaveIt");
    // The reason's own words are about the new list, where nobody may have it.
    expect(edited.events.at(-1)).toHaveProperty(
      "data.reason",
      expect.stringContaining("The report may have arrived at recipients who were on the list before. Ask its"),
    );
    const same = following(...begun, to(2, ["pv:a", "pv:b"]), later(2, ["pv:b"], { refused: ["pv:a"] }));
    expect(same.events.at(-1)).toHaveProperty("data.reason", expect.stringContaining("may have arrived. Ask its"));

    // A lost worker leaves all in doubt until an attempt tells.
    const killed = following(...begun, to(2, ["pv:a", "pv:b"]), to(2, ["pv:a", "pv:b"], 2));
    expect(killed.state).toMatchObject({ doubted: ["pv:b", "pv:a"] });
    const told = { ...lost(2, ["pv:b"], { refused: ["pv:a"] }), attempt: 2 } as Bare;
    expect(killed.when(told)).toMatchObject([{ data: { arrived: { reached: 0, refused: 1, unsure: true } } }]);
    expect(refusalOf(following(...begun.slice(0, 4)).when(lost(1, ["ann@example.com"]))).code).toBe("invalid");
  });

  it("counts everybody who was on its list, and nobody twice, if the list is edited between the attempts", () => {
    const to = (n: number, recipients: readonly string[], more: object = {}) =>
      ({ ...deliver(n), recipients, ...more }) as Bare;
    const later = (n: number, reached: number, newlyReached?: readonly string[]) =>
      ({
        ...fail(n),
        ...{ kind: "deferred", steps: [{ step: "handed over", ms: 1 }], reached, inDoubt: [] },
        ...(newlyReached && { newlyReached }),
      }) as Bare;
    const begun = [start, request(), finish(), to(1, ["pv:a", "pv:b"])];
    const named = following(...begun, later(1, 1, ["pv:b"]), to(2, ["pv:b", "pv:c"]), later(2, 2, ["pv:c"]));
    expect(named.state).toMatchObject({
      arrived: { reached: 2, recipients: 3 },
      listed: ["pv:a", "pv:b", "pv:c"],
      holders: ["pv:b", "pv:c"],
    });
    // An old event tells no names, and a lost worker only the number of all that have it.
    const old = following(...begun, later(1, 1), to(2, ["pv:c"]), later(2, 1, ["pv:c"]));
    expect(old.state).toMatchObject({ arrived: { reached: 2, recipients: 3 }, holders: ["pv:c"] });
    const oldTwice = following(...begun, later(1, 1), to(2, ["pv:c"]), later(2, 1));
    expect(oldTwice.state).toMatchObject({ arrived: { reached: 1, recipients: 3 } });
    const since = { attempt: 2, previousSentNothing: true, previousReached: 1 };
    const lost = [to(2, ["pv:c"]), to(2, ["pv:c"], since), { ...later(2, 0, []), attempt: 2 } as Bare];
    expect(following(...begun, later(1, 1, ["pv:b"]), ...lost).state).toMatchObject({
      arrived: { reached: 1, recipients: 3 },
      doubted: [],
    });
    // A webhook isn't for the other recipients.
    const elsewhere = to(2, [], { destination: DestinationKind.Webhook });
    const { events } = following(...begun, later(1, 1, ["pv:b"]), elsewhere, fail(2));
    expect(events.at(-1)).toMatchObject({
      data: { reason: "1 of 2 recipients has the report. no answer", arrived: { reached: 1, recipients: 2 } },
    });
  });

  it("keeps one delivery id, and recipients only by reference", () => {
    refusalOf(following(...toDelivery, fail()).when({ ...deliver(2), deliveryId: "other" } as Bare));
    for (const address of ["ann@example.com", "pv:a b"])
      expect(
        refusalOf(following(start, request(), finish()).when({ ...deliver(), recipients: [address] } as Bare)).code,
      ).toBe("invalid");
  });

  it("keeps no address and no secret from a receiver's answer", () => {
    const said =
      "550 <ann@example.com> unknown; ftp://joe:secret@host/in, see https://hooks.example/a?key=hidden#x\nann%40example.com";
    const { events } = following(...toDelivery, { ...fail(), reason: said } as Bare, deliver(2), {
      ...confirm(2, 1),
      receipt: { ...receipt, to: said, answer: said.repeat(20), steps: [{ step: said, ms: 1 }] },
    } as Bare);
    const kept = JSON.stringify(events);
    for (const secret of ["ann", "joe", "secret", "hidden"]) expect(kept).not.toContain(secret);
    expect(kept).toContain("550 <(address)> unknown");
    expect(kept).toContain("https://hooks.example/a");
    for (const event of events)
      if (event.type === "DeliveryConfirmed") expect(event.data.receipt.answer.length).toBeLessThanOrEqual(801);
  });

  it("keeps the advice and the names of leftover files after a server's long answer", () => {
    const advice = `Let the user rename files there, or turn on “${writeDirectlyLabel}” in the destination.`;
    const left = `The file that was there before may now be called .sheaf-0123456789abcdef.old. You can rename it back on the server. The next delivery to this folder does so too. Its temporary file .sheaf-0123456789abcdef.part may still be there.`;
    const reason = `The server accepted the file but refused to rename it. It said: ${"550 denied ".repeat(19).slice(0, 200)}. ${advice} ${left}`;
    const { events } = following(...toDelivery, { ...fail(), reason } as Bare);
    expect(events.at(-1)).toMatchObject({ type: "DeliveryFailed", data: { reason: expect.stringContaining(reason) } });
  });
});
