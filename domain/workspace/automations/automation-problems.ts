import type { FieldProblem } from "../../core/field-problem.ts";
import { hostProblem } from "../../destinations/host.ts";
import { isEmailAddress, mostRecipients } from "../../destinations/recipients.ts";
import {
  Delay,
  DestinationKind,
  FileType,
  Frequency,
  FtpProtocol,
  WebhookMethod,
  Weekday,
} from "../../enumerations.ts";
import { titleProblem, unwritable } from "../../text/titles.ts";
import { ownFilters } from "../filters/filters.ts";
import type { WorkspaceState } from "../state.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automation.ts";
import type { AutomationField } from "./automation-fields.ts";
import {
  type Destination,
  type EmailSetup,
  type FtpSetup,
  passwordMask,
  referenceIn,
  type WebhookSetup,
} from "./destination.ts";

type Problem = FieldProblem<AutomationField>;

/** Maximum lengths, in code points. Inputs on screens have 900 at most (S-2.9). */
const longest = {
  address: 254,
  fromName: 100,
  subject: 255,
  message: 5_000,
  directory: 900,
  username: 255,
  password: 255,
  url: 2_000,
  reportName: 300,
} as const;

const lengthOf = (text: string) => Array.from(text).length;
const controls = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;
/** Additional characters in multi-line texts. */
const lineSigns = /[\n\r\t]/g;

/** Reports a field's first problem. */
const first = (field: AutomationField, ...sentences: readonly (string | false | undefined)[]): Problem[] => {
  const message = sentences.find((sentence) => typeof sentence === "string");
  return typeof message === "string" ? [{ field, message }] : [];
};

const tooLong = (name: string, text: string, most: number) =>
  lengthOf(text) > most && `${name} can have at most ${most} characters. Shorten it.`;
const unwritten = (name: string, text: string) =>
  unwritable.test(text) && `${name} cannot contain line breaks or other control characters. Type it again.`;
const oneOf = (choices: Readonly<Record<string, unknown>>, value: unknown) =>
  !Object.values(choices).includes(value) && "There is no such choice. Choose one that the page offers.";
const whole = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;

const calendarDay = /^(\d{4})-(\d{2})-(\d{2})$/;
/** True for a real calendar day, `YYYY-MM-DD`. */
const isDay = (text: string): boolean => {
  if (!calendarDay.test(text) || text < "1970") return false;
  const moment = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

const dayProblem = (day: string | null, example: string) =>
  day !== null && !isDay(day) && `This isn't a day. Choose one, for example ${example}.`;

/**
 * Validates a schedule.
 * @param today the shop's local day, `YYYY-MM-DD`; without it past days are valid
 */
export const scheduleProblems = (schedule: AutomationSchedule, today: string | undefined): Problem[] => {
  const { startsFrom, endsTo } = schedule;
  const passed = (day: string | null) => today !== undefined && day !== null && day < today;
  const example = today ?? "2026-11-20";
  return [
    ...first("schedule", oneOf(Frequency, schedule.frequency)),
    ...first("delay_automation", oneOf(Delay, schedule.delay)),
    ...first("custom_weekly_day", oneOf(Weekday, schedule.customWeeklyDay)),
    ...first(
      "custom_monthly_day",
      !whole(schedule.customMonthlyDay, 1, 31) && "A day of the month is a number from 1 to 31. Choose one.",
    ),
    ...first("custom_hour", !whole(schedule.customHour, 0, 1_439) && "A time is between 00:00 and 23:59. Choose one."),
    ...first(
      "starts_from",
      dayProblem(startsFrom, example),
      passed(startsFrom) && "The start date can be today or later. Choose another day.",
    ),
    ...first(
      "ends_to",
      dayProblem(endsTo, example),
      passed(endsTo) &&
        "The end date has passed already. Choose today or a later day, or pause the automated report to stop it now.",
    ),
  ];
};

/** Checks that the end is not before the start; reported at the changed field. */
export const datesClash = (
  { startsFrom, endsTo }: AutomationSchedule,
  meant: (field: AutomationField) => boolean,
): Problem | undefined =>
  startsFrom === null || endsTo === null || endsTo >= startsFrom
    ? undefined
    : {
        field: meant("ends_to") ? "ends_to" : "starts_from",
        message: "The end date is before the start date. Choose an end date on or after it.",
      };

const recipientsProblem = (recipients: readonly string[]): string | undefined => {
  if (recipients.length === 0) return "Type at least one e-mail address.";
  if (recipients.length > mostRecipients)
    return `A report can go to at most ${mostRecipients} addresses, and these are ${recipients.length}. Remove some, or use the address of a mailing list.`;
  const seen = new Map<string, number>();
  for (const [index, recipient] of recipients.entries()) {
    const place = index + 1;
    if (referenceIn(recipient) === undefined && !isEmailAddress(recipient))
      return `Recipient ${place} isn't an e-mail address. Type addresses such as name@example.com, separated by ; or ,.`;
    const before = seen.get(recipient.toLowerCase());
    if (before !== undefined) return `Recipient ${place} is the same as recipient ${before}. Remove one.`;
    seen.set(recipient.toLowerCase(), place);
  }
  return undefined;
};

const emailProblems = (email: EmailSetup): Problem[] => {
  const { replyTo, fromName, subject, message } = email;
  return [
    ...first("ReportDestination.Email.ToMail", recipientsProblem(email.recipients)),
    ...first(
      "ReportDestination.Email.FromName",
      tooLong("The sender's name", fromName, longest.fromName),
      referenceIn(fromName) === undefined && unwritten("The sender's name", fromName),
    ),
    ...first(
      "ReportDestination.Email.FromMail",
      replyTo !== "" &&
        referenceIn(replyTo) === undefined &&
        !isEmailAddress(replyTo) &&
        "The address for replies isn't an e-mail address. Type one such as name@example.com, or leave it empty.",
    ),
    ...first(
      "ReportDestination.Email.Subject",
      tooLong("The subject", subject, longest.subject),
      referenceIn(subject) === undefined && unwritten("The subject", subject),
    ),
    ...first(
      "ReportDestination.Email.CustomMessage",
      tooLong("The message", message, longest.message),
      referenceIn(message) === undefined &&
        controls.test(message.replace(lineSigns, "")) &&
        "The message cannot contain control characters. Type it again.",
    ),
  ];
};

const ftpProblems = (ftp: FtpSetup): Problem[] => [
  ...first("ReportDestination.Ftp.HostName", hostProblem(ftp)),
  ...first(
    "ReportDestination.Ftp.DirectoryPath",
    tooLong("The directory", ftp.directory, longest.directory),
    unwritten("The directory", ftp.directory),
    ftp.directory.split(/[/\\]/).includes("..") && "The directory cannot contain `..`. Type the path from the root.",
  ),
  ...first(
    "ReportDestination.Ftp.Username",
    ftp.username === "" && "Type the user name of the server.",
    tooLong("The user name", ftp.username, longest.username),
    referenceIn(ftp.username) === undefined && unwritten("The user name", ftp.username),
  ),
  ...first(
    "ReportDestination.Ftp.Password",
    (ftp.password === "" || ftp.password === passwordMask) && "Type the password of the server.",
    tooLong("The password", ftp.password, longest.password),
    referenceIn(ftp.password) === undefined && unwritten("The password", ftp.password),
  ),
  ...first("ReportDestination.Ftp.FtpProtocol", oneOf(FtpProtocol, ftp.protocol)),
];

const urlProblem = (url: string): string | undefined => {
  if (url === "") return "Type the address of the webhook, for example https://example.com/reports.";
  if (lengthOf(url) > longest.url) return `An address can have at most ${longest.url} characters. Use a shorter one.`;
  const parsed = /[\s\p{Cc}]/u.test(url) ? null : URL.parse(url);
  if (!/^https?:\/\//i.test(url) || !parsed || parsed.hostname === "")
    return "This isn't a webhook address. Type one that begins with https:// or http://.";
  if (parsed.username !== "" || parsed.password !== "")
    return "The address cannot contain a user name or password before the host. Leave them out.";
  return undefined;
};

const webhookProblems = ({ method, url }: WebhookSetup): Problem[] => [
  ...first("ReportDestination.Webhook.Method", oneOf(WebhookMethod, method)),
  ...first("ReportDestination.Webhook.Url", referenceIn(url) === undefined && urlProblem(url)),
];

/** Validates a plaintext destination. No sentence may quote the input, because refusals are stored (ADR 21). */
export const destinationProblems = (spoken: Destination): Problem[] => {
  switch (spoken.kind) {
    case DestinationKind.Email:
      return emailProblems(spoken);
    case DestinationKind.Ftp:
      return ftpProblems(spoken);
    case DestinationKind.Webhook:
      return webhookProblems(spoken);
    case DestinationKind.PublicUrl:
      return first(
        "ReportDestination.PublicUrl.ReportName",
        tooLong("The name", spoken.reportName, longest.reportName),
        unwritten("The name", spoken.reportName),
      );
  }
};

/** Shown beside the field, and at the start of a report without a filter. */
export const chooseFilter = "Choose a filter. Until then this automated report can't start.";

/** Validates the filter. An empty id means that none is chosen yet. */
export const filterProblems = (filterId: string, { filters }: Pick<WorkspaceState, "filters">): Problem[] => {
  const hasFilter = ownFilters(filters).some((filter) => filter.filterId === filterId);
  return first(
    "report_filter_id",
    filterId === "" && chooseFilter,
    !hasFilter && "This filter can't be found. Choose another one.",
  );
};

/**
 * Validates a definition with a plaintext destination. The report design and the filter must exist now; nobody can
 * delete them afterwards.
 * @param today the shop's local day, for an edited schedule
 */
export const automationProblems = (
  { title, reportId, filterId, fileType, schedule, destination }: AutomationDefinition,
  { reports, filters }: Pick<WorkspaceState, "reports" | "filters">,
  today?: string,
): Problem[] => {
  const hasDesign = reports.some((report) => report.reportId === reportId);
  return [
    ...first("title", titleProblem(title, "automation")),
    ...first("report_id", !hasDesign && "This report design can't be found. Choose another one."),
    ...filterProblems(filterId, { filters }),
    ...first("file_type", oneOf(FileType, fileType)),
    ...scheduleProblems(schedule, today),
    ...destinationProblems(destination),
  ];
};
