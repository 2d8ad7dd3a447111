import { expect, it } from "vitest";
import { type MailReach, ownServerReason } from "./mail-reach.ts";
import { reasonAtEnd, retryAtAfter } from "./tries.ts";

const failedAt = "2026-11-20T10:00:00.000Z";

it.each([
  ["no time", undefined, "2026-11-20T10:01:00.000Z"],
  ["a time before the plan's", "2026-11-20T10:00:30.000Z", "2026-11-20T10:01:00.000Z"],
  ["a later time", "2026-11-20T10:30:00.000Z", "2026-11-20T10:30:00.000Z"],
  ["more than an hour", "2026-11-21T10:00:00.000Z", "2026-11-20T11:00:00.000Z"],
  ["a time that is over", "2026-11-19T10:00:00.000Z", "2026-11-20T10:01:00.000Z"],
])(
  "a receiver that asks for %s is tried again at the planned time or at its own, whichever is later",
  (_, notBefore, at) => {
    expect(retryAtAfter(1, failedAt, notBefore)).toBe(at);
  },
);

it("a receiver can't bring the next try forward", () => {
  expect(retryAtAfter(4, failedAt, "2026-11-20T10:30:00.000Z")).toBe("2026-11-20T11:00:00.000Z");
});

const problem = "Our mail server has a problem";
const hint = "The report may have arrived. Ask its recipients before you send it again.";
const unsure: MailReach = { reached: 0, recipients: 2, unsure: true };
const partly = `1 of 2 recipients has the report. For the others: ${ownServerReason(false)}`;
it.each([
  [
    ownServerReason(false),
    undefined,
    `${problem}, so the report couldn't be sent. You don't need to change anything. We tried for 24 hours.`,
  ],
  [ownServerReason(false), unsure, `${problem}. We tried for 24 hours. ${hint}`],
  [ownServerReason(true), unsure, `${problem}. ${hint} We tried for 24 hours.`],
  [partly, { reached: 1, recipients: 2 }, `${partly} We tried for 24 hours.`],
])("a report that may have arrived isn't denied at its end: %s, %s", (reason, arrived, told) => {
  expect(reasonAtEnd("ours", reason, { isOver: true, isPassedOn: false, arrived })).toBe(told);
});
