import { expect, it } from "vitest";
import { AutomationStatus } from "#domain/enumerations.ts";
import { describeNextTry, failureTitle } from "./failure-text.ts";

it.each([
  [0, undefined, "The report hasn't been sent yet. We'll keep trying."],
  [0, "maybe", "The report hasn't been confirmed yet. We'll keep trying."],
  [0, "some", "Not all recipients have the report yet. We'll keep trying."],
  [2, "maybe", "The automated report is experiencing problems."],
  [5, "maybe", "The automated report is stopped due to many consecutive errors."],
] as const)(
  "the banner doesn't say that a report wasn't sent if somebody has or may have it: %s, %s",
  (failed_tries, arrived, title) => {
    expect(failureTitle({ failed_tries, ...(arrived && { arrived }) })).toBe(title);
  },
);

it.each([
  [
    "a stopped report with a later attempt",
    AutomationStatus.SuspendedRetry,
    "2026-11-20T22:44:00Z",
    "Next attempt: 2026/11/20 23:44.",
  ],
  ["a stopped report with an attempt under way", AutomationStatus.SuspendedRetry, null, "We're trying again now."],
  [
    "a running report with a later attempt",
    AutomationStatus.ActiveRetry,
    "2026-11-20T22:44:00Z",
    "Next attempt: 2026/11/20 23:44.",
  ],
  [
    "a paused report with a later attempt",
    AutomationStatus.Paused,
    "2026-11-20T22:44:00Z",
    "Next attempt: 2026/11/20 23:44.",
  ],
  ["a running report without a later attempt", AutomationStatus.ActiveRetry, null, null],
  ["a stopped report that nobody has restarted", AutomationStatus.Suspended, null, null],
] as const)("the banner says when the next attempt is: %s", (_, status, RetryAt, said) => {
  expect(describeNextTry({ status }, { RetryAt }, "Europe/Paris")).toBe(said);
});

it("the banner doesn't mention the next attempt until its time is loaded", () => {
  expect(describeNextTry({ status: AutomationStatus.SuspendedRetry }, undefined, "Europe/Paris")).toBeNull();
});
