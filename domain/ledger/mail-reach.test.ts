import { expect, it } from "vitest";
import { addMailReach, advisesToAsk, describeFailedReport, type MailReach, readMailReach } from "./mail-reach.ts";

const unsure: MailReach = { reached: 0, recipients: 3, unsure: true };
const partly: MailReach = { reached: 1, recipients: 3 };
const hint = "The report may have arrived. Ask its recipients before you send it again.";

it.each([
  ["The server refused it.", null, "The server refused it."],
  ["The server refused it", unsure, `The server refused it. ${hint}`],
  [
    "The answer was lost, so the report may have arrived.",
    unsure,
    "The answer was lost, so the report may have arrived.",
  ],
  [
    "Our mail server has a problem, so the report couldn't be sent. You don't need to change anything.",
    unsure,
    `Our mail server has a problem. ${hint}`,
  ],
  ["No answer.", partly, "1 of 3 recipients has the report. For the others: No answer."],
  ["No answer.", { ...partly, unsure: true }, `1 of 3 recipients has the report. For the others: No answer. ${hint}`],
  ["1 of 3 recipients has the report. Later.", partly, "1 of 3 recipients has the report. Later."],
  ["1 of 2 recipients has the report. Later.", partly, "1 of 3 recipients has the report. Later."],
  [
    "It refused recipient 2 of your list for good. For the others: No answer.",
    partly,
    "1 of 3 recipients has the report. It refused recipient 2 of your list for good. For the others: No answer.",
  ],
  [
    "The mail server refused the only recipient on the list at that time for good.",
    partly,
    "1 of 3 recipients has the report. The mail server refused the only recipient on the list at that time for good.",
  ],
] as const)("a reason says only once who has or may have the report: %s, %j", (reason, arrived, told) => {
  expect(addMailReach(reason, arrived)).toBe(told);
  expect(addMailReach(told, arrived)).toBe(told);
});

it("a reason says if those who may have the report are off the list now", () => {
  const reason = "The mail server refused the only recipient on the list at that time for good. Check the address.";
  const told = `${reason} The report may have arrived at recipients who were on the list before. Ask its recipients before you send it again.`;
  expect(addMailReach(reason, unsure, { areOffList: true })).toBe(told);
  expect(addMailReach(told, unsure)).toBe(told);
  expect(readMailReach({ reason: told })).toMatchObject({ unsure: true });
  expect(advisesToAsk(told)).toBe(true);
});

it.each([
  [null, "The test was not delivered"],
  [unsure, "Nobody confirmed the test, so it may have arrived"],
  [partly, "The test reached 1 of 3 recipients"],
  [{ ...partly, unsure: true as const }, "The test reached 1 of 3 recipients, and the others may have it"],
  [{ ...partly, refused: 1 }, "The test reached 1 of 3 recipients"],
  [{ ...partly, refused: 1, unsure: true as const }, "The test reached 1 of 3 recipients, and 1 more may have it"],
])("a failure mentions whether somebody has or may have the report: %j", (arrived, told) => {
  expect(describeFailedReport("The test", arrived)).toBe(told);
});

it.each([
  [null, null],
  ["The server refused it.", null],
  ["The answer was lost, so the report may have arrived.", { reached: 0, recipients: 0, unsure: true }],
  ["2 of 3 recipients have the report. For the others: Later.", { reached: 2, recipients: 3 }],
])("old events derive who has the report from their reason: %s", (reason, arrived) => {
  expect(readMailReach({ reason })).toEqual(arrived);
  expect(readMailReach({ reason, arrived: partly })).toEqual(partly);
});
