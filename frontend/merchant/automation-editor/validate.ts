import type { FieldProblem } from "#domain/core/field-problem.ts";
import { parseHost } from "#domain/destinations/host.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { findTitleProblem } from "#domain/text/titles.ts";
import { destinationFromWire } from "#domain/wire/automations/automation-on-wire.ts";
import type { AutomationSchedule } from "#domain/workspace/automations/automation.ts";
import type { AutomationField } from "#domain/workspace/automations/automation-fields.ts";
import {
  destinationProblems,
  findDateClash,
  scheduleProblems,
} from "#domain/workspace/automations/automation-problems.ts";
import { type Destination, passwordMask } from "#domain/workspace/automations/destination.ts";
import { destinationToWire, type EditorFields, getNextDestination } from "./fields.ts";

type Problem = FieldProblem<AutomationField>;

const scheduleOf = (fields: EditorFields): AutomationSchedule => ({
  frequency: fields.schedule,
  delay: fields.delay_automation,
  customWeeklyDay: fields.custom_weekly_day,
  customMonthlyDay: fields.custom_monthly_day,
  customHour: fields.custom_hour,
  startsFrom: fields.starts_from,
  endsTo: fields.ends_to,
});

/** A masked password counts as present. */
const withPassword = (destination: Destination, isThere: boolean): Destination =>
  destination.kind === DestinationKind.Ftp && destination.password === passwordMask && isThere
    ? { ...destination, password: "there" }
    : destination;

const hostOf = (typed: string): string => parseHost(typed).host.toLowerCase();

/** A saved password is only sent to the server it was entered for (ADR 75). */
const strangerProblem = (destination: Destination, saved: string | undefined): Problem[] =>
  destination.kind === DestinationKind.Ftp &&
  saved !== undefined &&
  destination.password === passwordMask &&
  destination.host.toLowerCase() !== hostOf(saved)
    ? [
        {
          field: "ReportDestination.Ftp.HostName",
          message: "That password was entered for another server. Enter the password for this one to save its host.",
        },
      ]
    : [];

/**
 * Checks one of the two destinations. The problem of `field` itself prevents saving and isn't shown, as each part has
 * its own sentence.
 */
const destinationJudged = (fields: EditorFields, field: "ReportDestination" | "NextDestination"): Problem[] => {
  const chosen = field === "NextDestination" ? getNextDestination(fields) : fields[field];
  if (chosen === null) return [];
  const incomplete: Problem = { field, message: "The new destination isn't complete yet." };
  const destination = destinationFromWire(destinationToWire(fields, chosen.kind), undefined);
  if ("refused" in destination) return [incomplete];
  const { saved } = chosen;
  const problems = destinationProblems(withPassword(destination, Boolean(saved?.Ftp)));
  if (problems.length > 0 && saved === null) return [...problems, incomplete];
  return [...problems, ...(problems.length === 0 ? strangerProblem(destination, saved?.Ftp?.HostName) : [])];
};

/**
 * Validates in the browser, with the server's messages.
 * @param today the shop's day, `YYYY-MM-DD`
 */
export const validateFields = (fields: EditorFields, today: string): Problem[] => {
  const title = findTitleProblem(fields.title, "automation");
  // Reported at both fields, so the changed one shows it.
  const clashes = ["starts_from", "ends_to"].flatMap(
    (at) => findDateClash(scheduleOf(fields), (field) => field === at) ?? [],
  );
  return [
    ...(title === undefined ? [] : [{ field: "title" as const, message: title }]),
    ...scheduleProblems(scheduleOf(fields), today),
    ...clashes,
    ...destinationJudged(fields, "ReportDestination"),
    ...destinationJudged(fields, "NextDestination"),
  ];
};
