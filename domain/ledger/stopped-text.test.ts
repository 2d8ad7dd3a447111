import { expect, it } from "vitest";
import { composeAlert } from "./alert-mail.ts";
import { describeStop, missingStopAdvice } from "./stopped-text.ts";

const ask = "Ask its recipients before you send it again.";
const askFirst = "Fix the cause. Ask its recipients before you start it, because it covers the same time again.";
const start = "Fix the cause, then start the report. You'll get everything that failed or was skipped meanwhile.";
const answered = "127.0.0.1 answered 500.";
const mayHave = `${answered} The report may have arrived.`;
const partly = `1 of 2 recipients has the report. ${answered}`;
const nobody = { mayHaveArrived: false, retryArrived: null, retryReason: null } as const;
const unsure = { reached: 0, recipients: 2, unsure: true } as const;

it.each([
  ["nobody has it", answered, null, answered],
  ["somebody may have it", `${mayHave} ${ask}`, null, `${mayHave} ${askFirst}`],
  ["some have it", partly, null, `${partly} ${askFirst}`],
  ["there is no reason", null, null, null],
  [
    "its retry may have arrived",
    answered,
    unsure,
    "The report after the stop may have arrived. Ask its recipients before you start it, because it covers the same time again.",
  ],
])("a stopped report says what happened, then what to do: %s", (_, reason, retryArrived, told) => {
  expect(describeStop({ ...nobody, reason, retryArrived })).toBe(told);
});

const asksOnly = "Ask its recipients before you start it, because it covers the same time again.";
it.each([
  [
    { reached: 1, recipients: 3 },
    "1 of 3 recipients has the report. For the others: The mail server refused the address for good.",
    "The report after the stop reached 1 of 3 recipients. For the others: The mail server refused the address for good.",
  ],
  [unsure, `${mayHave} ${ask}`, `The report after the stop may have arrived. ${answered}`],
  [
    { reached: 1, recipients: 2, unsure: true as const },
    `1 of 2 recipients has the report. For the others: Refused. The report may have arrived. ${ask}`,
    "The report after the stop reached 1 of 2 recipients, and the others may have it. For the others: Refused.",
  ],
  [
    { reached: 1, recipients: 3, refused: 1, unsure: true as const },
    "1 of 3 recipients has the report. The mail server refused recipient 3 of your list for good. For the others: We sent the mail twice, but our mail server's answer was lost both times, so the report may have arrived.",
    "The report after the stop reached 1 of 3 recipients, and 1 more may have it. The mail server refused recipient 3 of your list for good.",
  ],
  [
    unsure,
    "Our mail server's answer was lost, so the report may have arrived.",
    "The report after the stop may have arrived.",
  ],
])("a stopped report says why its retry failed: %j", (retryArrived, retryReason, happened) => {
  const told = describeStop({ ...nobody, reason: answered, retryArrived, retryReason });
  expect(told).toBe(`${happened} ${asksOnly}`);
});

it("a stopped report says so if only an earlier failed report may have arrived", () => {
  const told = describeStop({ ...nobody, reason: "No answer", mayHaveArrived: true });
  expect(told).toBe(`No answer. An earlier report may have reached recipients. ${askFirst}`);
});

it("a stopped report is told only once what to do", () => {
  expect(missingStopAdvice(answered)).toBe(start);
  for (const retryArrived of [null, unsure]) {
    const told = describeStop({ ...nobody, reason: `${mayHave} ${ask}`, retryArrived }) ?? "";
    expect(missingStopAdvice(told)).toBeNull();
  }
});

const alert = (
  reason: string,
  firstReason: string,
  { startedAgain = false, mayHaveArrived = false }: { startedAgain?: boolean; mayHaveArrived?: boolean } = {},
) =>
  composeAlert({
    ...{
      title: "Takings",
      failedTries: 5,
      reason,
      firstReason,
      startedAgain,
      mayHaveArrived,
      sameFiles: [],
      link: "https://a.example",
    },
    ...{ firstFailedAt: "2026-11-20T10:00:00.000Z", zone: "Europe/Athens" },
  }).text;

it.each([
  ["the newest report", `${mayHave} ${ask}`, answered],
  ["the first report", answered, `${mayHave} ${ask}`],
  ["both", partly, partly],
])("the e-mail about a stopped report gives one advice, last: somebody may have %s", (_, reason, firstReason) => {
  const text = alert(reason, firstReason);
  expect(text).toContain(`\n\n${askFirst}\n\nSee what happened`);
  expect(text.match(/Ask its recipients|start the report/g)).toHaveLength(1);
});

it("the e-mail about a stopped report without any recipient says to start it", () => {
  expect(alert(answered, answered)).toContain(start);
});

it("the e-mail about a report that was started again advises nothing", () => {
  expect(alert(`${mayHave} ${ask}`, answered, { startedAgain: true })).not.toMatch(/Ask its|Fix the cause/);
});

it("the e-mail about a stopped report tells of an earlier report that neither reason tells of", () => {
  const told = `An earlier report may have reached recipients. ${askFirst}`;
  expect(alert(answered, answered, { mayHaveArrived: true })).toContain(`\n\n${told}\n\nSee what happened`);
});
