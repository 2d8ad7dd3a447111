import { expect, it } from "vitest";
import { type MailReach, ownServerReason } from "./mail-reach.ts";
import { reasonAtEnd, retryAtAfter } from "./tries.ts";

const failedAt = "2026-11-20T10:00:00.000Z";

it.each([
  ["no time", undefined, "2026-11-20T10:01:00.000Z"],
  ["a time before the plan's", "2026-11-20T10:00:30.000Z", "2026-11-20T10:01:00.000Z"],
  ["a later time", "2026-11-20T10:30:00.000Z", "2026-11-20T10:30:00.000Z"],
  ["more than an hour", "2026-11-21T10:00:00.000Z", "2026-11-20T11:00:00.000Z"],
  ["a time in the past", "2026-11-19T10:00:00.000Z", "2026-11-20T10:01:00.000Z"],
])("a receiver that asks for %s is tried again no earlier than planned, and within an hour", (_, notBefore, at) => {
  expect(retryAtAfter(1, failedAt, notBefore)).toBe(at);
});

it("a receiver can't bring the next attempt forward", () => {
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
    `${problem}, so the report couldn't be sent. We tried for 24 hours. You don't need to change anything.`,
  ],
  [ownServerReason(false), unsure, `${problem}. We tried for 24 hours. ${hint}`],
  [ownServerReason(true), unsure, `${problem}. We tried for 24 hours. ${hint}`],
  [
    partly,
    { reached: 1, recipients: 2 },
    `1 of 2 recipients has the report. For the others: ${problem}, so the report couldn't be sent. We tried for 24 hours. You don't need to change anything.`,
  ],
  ["The file was removed.", undefined, "The file was removed. We tried for 24 hours."],
])("a final reason takes into account that the report may have arrived: %s, %s", (reason, arrived, told) => {
  expect(reasonAtEnd("ours", reason, { isOver: true, isPassedOn: false, isRetry: false, arrived })).toBe(told);
});

it("a final reason that tells of a lost answer advises to ask the recipients, once", () => {
  const lost = "Our mail server's answer was lost, so the report may have arrived.";
  const ended = { isOver: true, isPassedOn: false, isRetry: false, arrived: unsure };
  expect(reasonAtEnd("unconfirmed", lost, ended)).toBe(`${lost} Ask its recipients before you send it again.`);
  expect(reasonAtEnd("unconfirmed", hint, ended)).toBe(hint);
});

it("the final reason of a planned report ends with what to do and what covers its time", () => {
  const ended = { isOver: true, isPassedOn: true, isRetry: false, arrived: undefined };
  expect(reasonAtEnd("ours", ownServerReason(false), ended)).toBe(
    `${problem}, so the report couldn't be sent. We tried for 24 hours. You don't need to change anything. The next report covers this time.`,
  );
});

const stays = "The automated report stays stopped until you start it.";
it.each([
  [undefined, `${problem}, so the report couldn't be sent. We tried for 24 hours. ${stays}`],
  [unsure, `${problem}. We tried for 24 hours. ${stays} ${hint}`],
])("the final reason of a retry after a stop says that the report stays stopped: %j", (arrived, told) => {
  const ended = { isOver: true, isPassedOn: false, isRetry: true, arrived };
  expect(reasonAtEnd("ours", ownServerReason(false), ended)).toBe(told);
});
