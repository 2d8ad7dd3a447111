import type { FieldProblem } from "../../core/field-problem.ts";
import { hostProblem } from "../../destinations/host.ts";
import { isEmailAddress, maxRecipients } from "../../destinations/recipients.ts";
import {
  Delay,
  DestinationKind,
  FileType,
  Frequency,
  FtpProtocol,
  WebhookMethod,
  Weekday,
} from "../../enumerations.ts";
import { toCanonicalAddress } from "../../privacy/canonical-address.ts";
import { findTitleProblem, unwritable } from "../../text/titles.ts";
import { listOwnFilters } from "../filters/filters.ts";
import type { WorkspaceState } from "../state.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automation.ts";
import type { AutomationField } from "./automation-fields.ts";
import {
  type Destination,
  type EmailSetup,
  type FtpSetup,
  parseErasedReference,
  passwordMask,
  type WebhookSetup,
} from "./destination.ts";

type Problem = FieldProblem<AutomationField>;

/** Maximum code points. Inputs on screens have 900 at most (S-2.9). */
const maxLengths = {
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
/** Valid in multi-line texts only. */
const lineBreaksAndTabs = /[\n\r\t]/g;

const firstProblem = (field: AutomationField, ...sentences: readonly (string | false | undefined)[]): Problem[] => {
  const message = sentences.find((sentence) => typeof sentence === "string");
  return typeof message === "string" ? [{ field, message }] : [];
};

const tooLong = (name: string, text: string, most: number) =>
  lengthOf(text) > most && `${name} can have at most ${most} characters. Shorten it.`;
const unwritableProblem = (name: string, text: string) =>
  unwritable.test(text) && `${name} cannot contain line breaks or other control characters. Type it again.`;
const choiceProblem = (choices: Readonly<Record<string, unknown>>, value: unknown) =>
  !Object.values(choices).includes(value) && "That isn't an option. Choose one that the page offers.";
const isWholeBetween = (value: number, from: number, to: number) =>
  Number.isInteger(value) && value >= from && value <= to;

const calendarDay = /^(\d{4})-(\d{2})-(\d{2})$/;
/** A real calendar day, `YYYY-MM-DD`. */
const isDay = (text: string): boolean => {
  if (!calendarDay.test(text) || text < "1970") return false;
  const moment = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

const dayProblem = (day: string | null, example: string) =>
  day !== null && !isDay(day) && `That isn't a date. Choose one, for example ${example}.`;

/**
 * Validates a schedule.
 * @param today the shop's local day, `YYYY-MM-DD`; without it past days are valid
 */
export const scheduleProblems = (schedule: AutomationSchedule, today: string | undefined): Problem[] => {
  const { startsFrom, endsTo } = schedule;
  const passed = (day: string | null) => today !== undefined && day !== null && day < today;
  const example = today ?? "2026-11-20";
  return [
    ...firstProblem("schedule", choiceProblem(Frequency, schedule.frequency)),
    ...firstProblem("delay_automation", choiceProblem(Delay, schedule.delay)),
    ...firstProblem("custom_weekly_day", choiceProblem(Weekday, schedule.customWeeklyDay)),
    ...firstProblem(
      "custom_monthly_day",
      !isWholeBetween(schedule.customMonthlyDay, 1, 31) && "A day of the month is a number from 1 to 31. Choose one.",
    ),
    ...firstProblem(
      "custom_hour",
      !isWholeBetween(schedule.customHour, 0, 1_439) && "A time is between 00:00 and 23:59. Choose one.",
    ),
    ...firstProblem(
      "starts_from",
      dayProblem(startsFrom, example),
      passed(startsFrom) && "The start date can be today or later. Choose another day.",
    ),
    ...firstProblem(
      "ends_to",
      dayProblem(endsTo, example),
      passed(endsTo) &&
        "The end date has passed already. Choose today or a later day, or pause the automated report to stop it now.",
    ),
  ];
};

/** Refuses an end before the start, at the changed field. */
export const findDateClash = (
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
  if (recipients.length === 0) return "Enter at least one e-mail address.";
  if (recipients.length > maxRecipients)
    return `A report can go to at most ${maxRecipients} addresses, and these are ${recipients.length}. Remove some, or use the address of a mailing list.`;
  const seen = new Map<string, number>();
  for (const [index, recipient] of recipients.entries()) {
    const number = index + 1;
    if (parseErasedReference(recipient) === undefined && !isEmailAddress(recipient))
      return `Recipient ${number} isn't an e-mail address. Enter addresses such as name@example.com, separated by ; or ,.`;
    const address = toCanonicalAddress(recipient);
    const before = seen.get(address);
    if (before !== undefined) return `Recipient ${number} is the same as recipient ${before}. Remove one.`;
    seen.set(address, number);
  }
  return undefined;
};

const emailProblems = (email: EmailSetup): Problem[] => {
  const { replyTo, fromName, subject, message } = email;
  return [
    ...firstProblem("ReportDestination.Email.ToMail", recipientsProblem(email.recipients)),
    ...firstProblem(
      "ReportDestination.Email.FromName",
      tooLong("The sender's name", fromName, maxLengths.fromName),
      parseErasedReference(fromName) === undefined && unwritableProblem("The sender's name", fromName),
    ),
    ...firstProblem(
      "ReportDestination.Email.FromMail",
      replyTo !== "" &&
        parseErasedReference(replyTo) === undefined &&
        !isEmailAddress(replyTo) &&
        "The address for replies isn't an e-mail address. Enter one such as name@example.com, or leave it empty.",
    ),
    ...firstProblem(
      "ReportDestination.Email.Subject",
      tooLong("The subject", subject, maxLengths.subject),
      parseErasedReference(subject) === undefined && unwritableProblem("The subject", subject),
    ),
    ...firstProblem(
      "ReportDestination.Email.CustomMessage",
      tooLong("The message", message, maxLengths.message),
      parseErasedReference(message) === undefined &&
        controls.test(message.replace(lineBreaksAndTabs, "")) &&
        "The message cannot contain control characters. Type it again.",
    ),
  ];
};

const ftpProblems = (ftp: FtpSetup): Problem[] => [
  ...firstProblem("ReportDestination.Ftp.HostName", hostProblem(ftp)),
  ...firstProblem(
    "ReportDestination.Ftp.DirectoryPath",
    tooLong("The directory", ftp.directory, maxLengths.directory),
    unwritableProblem("The directory", ftp.directory),
    ftp.directory.split(/[/\\]/).includes("..") && "The directory cannot contain `..`. Enter the path from the root.",
  ),
  ...firstProblem(
    "ReportDestination.Ftp.Username",
    ftp.username === "" && "Enter the user name for the server.",
    tooLong("The user name", ftp.username, maxLengths.username),
    parseErasedReference(ftp.username) === undefined && unwritableProblem("The user name", ftp.username),
  ),
  ...firstProblem(
    "ReportDestination.Ftp.Password",
    (ftp.password === "" || ftp.password === passwordMask) && "Enter the password for the server.",
    tooLong("The password", ftp.password, maxLengths.password),
    parseErasedReference(ftp.password) === undefined && unwritableProblem("The password", ftp.password),
  ),
  ...firstProblem("ReportDestination.Ftp.FtpProtocol", choiceProblem(FtpProtocol, ftp.protocol)),
];

const urlProblem = (url: string): string | undefined => {
  if (url === "") return "Enter the address of the webhook, for example https://example.com/reports.";
  if (lengthOf(url) > maxLengths.url)
    return `An address can have at most ${maxLengths.url} characters. Use a shorter one.`;
  const parsed = /[\s\p{Cc}]/u.test(url) ? null : URL.parse(url);
  if (!/^https?:\/\//i.test(url) || !parsed || parsed.hostname === "")
    return "This isn't a webhook address. Enter one that begins with https:// or http://.";
  if (parsed.username !== "" || parsed.password !== "")
    return "The address cannot contain a user name or password before the host. Leave them out.";
  return undefined;
};

const webhookProblems = ({ method, url }: WebhookSetup): Problem[] => [
  ...firstProblem("ReportDestination.Webhook.Method", choiceProblem(WebhookMethod, method)),
  ...firstProblem("ReportDestination.Webhook.Url", parseErasedReference(url) === undefined && urlProblem(url)),
];

/** Validates a plaintext destination. No sentence may quote the input (ADR 21). */
export const destinationProblems = (plaintext: Destination): Problem[] => {
  switch (plaintext.kind) {
    case DestinationKind.Email:
      return emailProblems(plaintext);
    case DestinationKind.Ftp:
      return ftpProblems(plaintext);
    case DestinationKind.Webhook:
      return webhookProblems(plaintext);
    case DestinationKind.PublicUrl:
      return firstProblem(
        "ReportDestination.PublicUrl.ReportName",
        tooLong("The name", plaintext.reportName, maxLengths.reportName),
        unwritableProblem("The name", plaintext.reportName),
      );
  }
};

/** Shown beside the field, and at the start of a report without a filter. */
export const chooseFilterMessage = "Choose a filter. Until then this automated report can't start.";

/** An empty id: no filter is chosen yet. */
export const filterProblems = (filterId: string, { filters }: Pick<WorkspaceState, "filters">): Problem[] => {
  const hasFilter = listOwnFilters(filters).some((filter) => filter.filterId === filterId);
  return firstProblem(
    "report_filter_id",
    filterId === "" && chooseFilterMessage,
    !hasFilter && "This filter can't be found. Choose another one.",
  );
};

/** Refuses a missing report design. */
export const designProblems = (reportId: string, { reports }: Pick<WorkspaceState, "reports">): Problem[] =>
  firstProblem(
    "report_id",
    !reports.some((report) => report.reportId === reportId) && "This report design can't be found. Choose another one.",
  );

/**
 * Validates a definition with a plaintext destination. Its report design and filter must exist now; nobody can delete
 * them later.
 * @param today the shop's local day, for an edited schedule
 */
export const automationProblems = (
  { title, reportId, filterId, fileType, schedule, destination }: AutomationDefinition,
  { reports, filters }: Pick<WorkspaceState, "reports" | "filters">,
  today?: string,
): Problem[] => {
  return [
    ...firstProblem("title", findTitleProblem(title, "automation")),
    ...designProblems(reportId, { reports }),
    ...filterProblems(filterId, { filters }),
    ...firstProblem("file_type", choiceProblem(FileType, fileType)),
    ...scheduleProblems(schedule, today),
    ...destinationProblems(destination),
  ];
};
