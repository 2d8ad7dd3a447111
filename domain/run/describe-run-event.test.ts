import { describe, expect, it } from "vitest";
import { describeLedgerEvent } from "../ledger/describe-ledger-event.ts";
import type { FailureKind, LedgerEvent } from "../ledger/events.ts";
import { type MailReach, ownServerReason } from "../ledger/mail-reach.ts";
import { namelessOrder } from "../orders/unread.ts";
import { describeRunEvent, describeRunPeriod } from "./describe-run-event.ts";
import type { RunEvent, RunReceipt } from "./events.ts";

const zone = "Europe/Athens";
const receipt = { at: "2026-11-20T10:00:00.000Z", to: "2 recipients", answer: "", steps: [], before: false };
const confirmed = (more: Partial<RunReceipt> = {}): RunEvent => ({
  type: "DeliveryConfirmed",
  data: { try: 1, attempt: 1, deliveryId: "d", receipt: { ...receipt, ...more } },
});
const failed = (kind: FailureKind, reached = 0, reason = "The server did not answer"): RunEvent => ({
  type: "DeliveryFailed",
  data: { try: 1, attempt: 1, kind, reason, steps: [], reached },
});
const hint = "The report may have arrived. Ask its recipients before you send it again.";
const arrived = (event: RunEvent, of: MailReach): RunEvent =>
  ({ ...event, data: { ...event.data, arrived: of } }) as RunEvent;
const refusedFirst = "1 of 3 recipients has the report. The mail server refused recipient 2 of your list for good.";
const refusing = (event: RunEvent, more: object): RunEvent =>
  ({ ...event, data: { ...event.data, refused: ["pv:b"], ...more } }) as RunEvent;
const lost = "The answer was lost, so the report may have arrived.";
const settled = { slot: receipt.at, run: "r", outcome: "failed" as const };
const nameless = { id: "unknown/a", name: namelessOrder };
const skipped = (count: number, reason: "paused" | "outage"): LedgerEvent => ({
  type: "SlotsSkipped",
  data: { from: "a", to: "b", count, reason, coveredBy: null, period: null },
});

describe("the activity of a run", () => {
  it.each([
    [confirmed(), "The report was sent to 2 recipients."],
    [confirmed({ answer: "250 Ok" }), "The report was sent to 2 recipients. Answer: 250 Ok"],
    [
      confirmed({ answer: "Demo: kept in the outbox, not sent" }),
      "The report was sent to 2 recipients. Demo: kept in the outbox, not sent.",
    ],
    [confirmed({ before: true }), "The report had reached 2 recipients before."],
    [
      confirmed({ to: "2 of 3 recipients", answer: "250 Ok", refused: ["pv:a"] }),
      "The report was sent to 2 of 3 recipients. 1 recipient didn't get it, as the mail server refused their address for good. Answer: 250 Ok",
    ],
    [
      confirmed({ to: "1 of 2 recipients", refused: ["pv:b"], mayHaveIt: ["pv:b"] }),
      "The report was sent to 1 of 2 recipients. 1 recipient may have it from an earlier attempt, though the mail server refuses their address for good now.",
    ],
    [
      confirmed({ to: "1 of 4 recipients", refused: ["pv:b", "pv:c", "pv:d"], mayHaveIt: ["pv:c", "pv:d"] }),
      "The report was sent to 1 of 4 recipients. 1 recipient didn't get it, as the mail server refused their address for good. 2 recipients may have it from an earlier attempt, though the mail server refuses their addresses for good now.",
    ],
    [
      refusing(failed("deferred", 1, `${refusedFirst} It refused recipient 3 of your list for now. ${hint}`), {
        arrived: { reached: 1, recipients: 3, unsure: true },
        mayHaveIt: ["pv:b"],
      }),
      `The report reached 1 of 3 recipients. The mail server refused recipient 2 of your list for good. It refused recipient 3 of your list for now. The report may have arrived.`,
    ],
    [
      refusing(failed("temporary", 1, "No answer."), { arrived: { reached: 1, recipients: 3, refused: 1 } }),
      "The report reached 1 of 3 recipients. For the others: No answer. 1 recipient didn't get it, as the mail server refused their address for good.",
    ],
    ...[
      "all recipients",
      "all 2 recipients on the list at that time",
      "both recipients on the list at that time",
      "the only recipient on the list at that time",
    ].map((whom): [RunEvent, string] => {
      const reason = `The mail server refused ${whom} for good.`;
      const refused = refusing(failed("lasting", 0, reason), {});
      return [refused, `The report could not be sent. ${reason} Trying again would not help.`];
    }),
    [failed("ours", 0, ownServerReason(false)), ownServerReason(false)],
    [
      failed("temporary", 0, "Sheaf couldn't send the report because of a problem on our side."),
      "Sheaf couldn't send the report because of a problem on our side.",
    ],
    [failed("lasting"), "The report could not be sent. The server did not answer. Trying again would not help."],
    [failed("temporary"), "The report could not be sent. The server did not answer."],
    [
      failed("lasting", 1),
      "The report could not be sent. The server did not answer. Trying again would not help. 1 recipient got it.",
    ],
    [failed("unconfirmed", 0, lost), `Nobody confirmed the report. ${lost}`],
    [failed("unconfirmed", 1, lost), `Not all recipients confirmed the report. ${lost} 1 recipient got it.`],
    [failed("ours", 0, lost), `The report could not be sent again. ${lost}`],
    [
      arrived(failed("lasting", 0, `Refused. ${hint}`), { reached: 0, recipients: 3, unsure: true }),
      "The report could not be sent again. Refused. The report may have arrived.",
    ],
    [
      arrived(failed("deferred", 1, "1 of 3 recipients has the report. Later."), { reached: 1, recipients: 3 }),
      "The report reached 1 of 3 recipients. Later.",
    ],
    [
      arrived(failed("ours", 0, "The file was removed."), { reached: 1, recipients: 3 }),
      "The report reached 1 of 3 recipients. For the others: The file was removed.",
    ],
    [
      arrived({ type: "RunEnded", data: { outcome: "failed", reason: "Refused." } }, { reached: 1, recipients: 3 }),
      "The report reached 1 of 3 recipients.",
    ],
    [
      arrived(
        { type: "RunEnded", data: { outcome: "failed", reason: "Refused." } },
        { reached: 0, recipients: 3, unsure: true },
      ),
      "Nobody confirmed the report, so it may have arrived. Ask its recipients before you send it again.",
    ],
    [
      arrived(
        { type: "RunEnded", data: { outcome: "failed", reason: "Refused." } },
        { reached: 1, recipients: 3, refused: 1, unsure: true },
      ),
      "The report reached 1 of 3 recipients, and 1 more may have it. Ask its recipients before you send it again.",
    ],
    [
      { type: "RunEnded", data: { outcome: "failed", reason: "The server did not answer." } },
      "The report was not delivered.",
    ],
    [
      { type: "RunEnded", data: { outcome: "failed", reason: lost } },
      "Nobody confirmed the report, so it may have arrived. Ask its recipients before you send it again.",
    ],
    [
      { type: "RunExportFinished", data: { try: 1, exportId: "e", orders: 1, rows: 1_250 } },
      "The report is ready: 1 order in 1,250 rows.",
    ],
    [
      { type: "RunExportRequested", data: { try: 2, exportId: "e", inputHash: "h" } },
      "The report is being made (attempt 2).",
    ],
    [
      { type: "RunExportEmpty", data: { try: 1, exportId: "e", without: [nameless, nameless] } },
      "The report is empty, without 2 orders with unknown numbers, so there is nothing to send.",
    ],
    [{ type: "RunEnded", data: { outcome: "empty", reason: null } }, "The report was empty, so nothing was sent."],
  ] as [RunEvent, string][])("has a sentence for %j", (event, sentence) => {
    expect(describeRunEvent(event, { zone })).toBe(sentence);
  });

  it("names the file's period, which is longer than the run's day without the date filter", () => {
    const day = { from: "2026-11-18T22:00:00.000Z", to: "2026-11-19T22:00:00.000Z" };
    const started = { type: "RunStarted", data: { cause: "slot", period: day } } as RunEvent;
    const covers = { from: "2026-08-21T21:01:00.000Z", to: "2026-11-19T22:01:00.000Z" };
    expect(describeRunEvent(started, { zone })).toBe("Started as planned: 19 Nov 2026.");
    expect(describeRunEvent(started, { zone, covers })).toBe(
      "Started as planned: 22 Aug 2026, 12:01 AM to 20 Nov 2026, 12:01 AM.",
    );
  });

  it("names days by their dates in the shop's zone, and parts of days by their times", () => {
    const day = { from: "2026-11-18T22:00:00.000Z", to: "2026-11-19T22:00:00.000Z" };
    expect(describeRunPeriod(day, zone)).toBe("19 Nov 2026");
    expect(describeRunPeriod({ ...day, from: "2026-11-12T22:00:00.000Z" }, zone)).toBe("13 Nov 2026 to 19 Nov 2026");
    expect(describeRunPeriod({ ...day, to: "2026-11-19T13:15:00.000Z" }, zone)).toBe(
      "19 Nov 2026, 12:00 AM to 19 Nov 2026, 3:15 PM",
    );
  });
});

describe("the activity of an automated report", () => {
  const resumed = (choice: "one" | "each", catchUps: number, retry: boolean): LedgerEvent => ({
    type: "Resumed",
    data: {
      choice,
      retry,
      catchUps: Array.from({ length: catchUps }, () => ({ slot: "s", period: { from: "a", to: "b" } })),
    },
  });
  it.each([
    [skipped(12, "paused"), "12 reports were skipped while this was paused."],
    [skipped(1, "outage"), "1 report was skipped because it was late. The next report covers its time."],
    [resumed("one", 1, false), "Started again. One report will cover the skipped time."],
    [resumed("each", 12, false), "Started again. 12 reports will cover the skipped time."],
    [resumed("one", 0, true), "Started again after the stop. One report of everything that is missing comes first."],
    [
      {
        type: "TryFailed",
        data: {
          run: "r",
          try: 1,
          kind: "temporary",
          reason: "No answer.",
          failedTries: 2,
          retryAt: "2026-11-20T10:05:00.000Z",
        },
      },
      "No answer. We try again at 12:05 PM. Failures in a row: 2.",
    ],
    [
      {
        type: "TryFailed",
        data: {
          ...{ run: "r", try: 1, kind: "temporary", failedTries: 2, retryAt: "2026-11-20T10:05:00.000Z" },
          reason: "The report may have arrived. Ask its recipients before you send it again.",
        },
      },
      "The report may have arrived. We try again at 12:05 PM. Failures in a row: 2.",
    ],
    [
      { type: "SlotSettled", data: { ...settled, reason: "No answer." } },
      "The report of 20 Nov 2026, 12:00 PM was not delivered.",
    ],
    [
      { type: "SlotSettled", data: { ...settled, reason: "Refused.", arrived: { reached: 1, recipients: 3 } } },
      "The report of 20 Nov 2026, 12:00 PM reached 1 of 3 recipients.",
    ],
    [
      { type: "SlotSettled", data: { ...settled, reason: lost } },
      "Nobody confirmed the report of 20 Nov 2026, 12:00 PM, so it may have arrived.",
    ],
    [
      { type: "ExtraRunSettled", data: { ...settled, cause: "test", reason: lost } },
      "Nobody confirmed the test, so it may have arrived.",
    ],
  ] as [LedgerEvent, string][])("has a sentence for %j", (event, sentence) => {
    expect(describeLedgerEvent(event, zone)).toBe(sentence);
  });
});

it("a recipient whose address our mail server can't send to isn't described as refused", () => {
  const of = { to: "1 of 2 recipients", answer: "250 2.0.0 Ok", unsendable: ["pv:1"] };
  expect(describeRunEvent(confirmed(of), { zone })).toBe(
    "The report was sent to 1 of 2 recipients. 1 recipient didn't get it, as our mail server doesn't accept the letters before the @ of their address. Answer: 250 2.0.0 Ok",
  );
});
