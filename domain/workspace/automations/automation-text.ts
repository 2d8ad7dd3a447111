import { writeDirectlyLabel } from "../../destinations/write-directly.ts";
import { Delay, DestinationKind, Frequency, FtpProtocol, WebhookMethod, Weekday } from "../../enumerations.ts";
import { findFormat } from "../../file-formats.ts";
import { listFirst } from "../../filters/description/phrases.ts";
import { describeHidden, isHidden } from "../../filters/hidden.ts";
import { erasedDescription } from "../../filters/personal.ts";
import { dateBasisWords } from "../../orders/date-basis-words.ts";
import { quoteText } from "../../text/quote-text.ts";
import { shortenText } from "../../text/shorten-text.ts";
import { toOneLine } from "../../text/to-one-line.ts";
import type { AutomationField } from "./automation-fields.ts";
import { isReference, parseErasedReference } from "./destination.ts";

const frequencies: Readonly<Record<Frequency, string>> = {
  [Frequency.Hourly]: "every hour",
  [Frequency.Every2Hours]: "every 2 hours",
  [Frequency.Every4Hours]: "every 4 hours",
  [Frequency.Every6Hours]: "every 6 hours",
  [Frequency.Every8Hours]: "every 8 hours",
  [Frequency.Every12Hours]: "every 12 hours",
  [Frequency.Daily]: "daily",
  [Frequency.Every48Hours]: "every 48 hours",
  [Frequency.Weekdays]: "Monday to Friday",
  [Frequency.MondayWednesdayFriday]: "Monday, Wednesday and Friday",
  [Frequency.MondayThursday]: "Monday and Thursday",
  [Frequency.Weekly]: "weekly",
  [Frequency.CustomWeekly]: "weekly on a day of your choice",
  [Frequency.Monthly]: "monthly",
  [Frequency.CustomMonthly]: "monthly on a day of your choice",
};

const delays: Readonly<Record<Delay, string>> = {
  [Delay.NoDelay]: "none",
  [Delay.OneHour]: "1 hour",
  [Delay.TwoHours]: "2 hours",
  [Delay.EightHours]: "8 hours",
  [Delay.TwelveHours]: "12 hours",
  [Delay.OneDay]: "1 day",
  [Delay.TwoDays]: "2 days",
};

const kinds: Readonly<Record<DestinationKind, string>> = {
  [DestinationKind.Email]: "e-mail",
  [DestinationKind.Ftp]: "FTP",
  [DestinationKind.Webhook]: "webhook",
  [DestinationKind.PublicUrl]: "public link",
};

const protocols: Readonly<Record<FtpProtocol, string>> = {
  [FtpProtocol.FTP]: "FTP",
  [FtpProtocol.FTPS]: "FTPS",
  [FtpProtocol.SFTP]: "SFTP",
  [FtpProtocol.FTPSSessionResumption]: "FTPS Session Resumption",
};

const fieldLabels: { readonly [Field in AutomationField]: string } = {
  title: "Title",
  status: "Status",
  report_id: "Report design",
  report_filter_id: "Filter",
  file_type: "File format",
  export_empty_reports: "Empty reports",
  apply_date_filter: "Date filter",
  date_basis: "Date that counts",
  schedule: "Schedule",
  delay_automation: "Delay",
  custom_weekly_day: "Day of the week",
  custom_monthly_day: "Day of the month",
  custom_hour: "Time",
  starts_from: "Start date",
  ends_to: "End date",
  ReportDestination: "Destination",
  NextDestination: "Destination not in use yet",
  "ReportDestination.Email.ToMail": "Recipients",
  "ReportDestination.Email.FromName": "Sender's name",
  "ReportDestination.Email.FromMail": "Address for replies",
  "ReportDestination.Email.Subject": "Subject",
  "ReportDestination.Email.SendAsLink": "Send as a link",
  "ReportDestination.Email.CustomMessage": "Message",
  "ReportDestination.Ftp.HostName": "FTP host",
  "ReportDestination.Ftp.DirectoryPath": "FTP directory",
  "ReportDestination.Ftp.Username": "FTP user name",
  "ReportDestination.Ftp.Password": "FTP password",
  "ReportDestination.Ftp.FtpProtocol": "FTP protocol",
  "ReportDestination.Ftp.WriteDirectly": writeDirectlyLabel,
  "ReportDestination.Webhook.Method": "Webhook method",
  "ReportDestination.Webhook.Url": "Webhook address",
  "ReportDestination.PublicUrl.ReportName": "Name of the public link",
};

/** Returns the merchant's name of a field. */
export const getAutomationFieldLabel = (field: AutomationField): string => fieldLabels[field];

const lookUpLabel = (table: Readonly<Record<number, string>>, value: unknown): string =>
  table[Number(value)] ?? "unknown";

/** Example: `daily`; 'unknown' for other values. */
export const frequencyLabel = (value: unknown): string => lookUpLabel(frequencies, value);

/** Example: `public link`; 'unknown' for other values. */
export const destinationLabel = (value: unknown): string => lookUpLabel(kinds, value);

/** Example: `CSV`; 'UNKNOWN' for other values. */
export const fileTypeLabel = (value: unknown): string => findFormat(value)?.name ?? "UNKNOWN";
const weekdayLabel = (value: unknown): string =>
  Object.entries(Weekday).find(([, day]) => day === value)?.[0] ?? "unknown";
const formatDay = (value: unknown): string => (value === null ? "none" : String(value).replaceAll("-", "/"));
const formatTime = (value: unknown): string => {
  const [hours, minutes] = [Math.floor(Number(value) / 60), Number(value) % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
};

const maxTextLength = 120;
const formatText = (value: unknown): string => {
  const text = String(value);
  if (isHidden(text)) return describeHidden();
  if (parseErasedReference(text) !== undefined || isReference(text)) return erasedDescription;
  return text === "" ? "empty" : quoteText(shortenText(toOneLine(text), maxTextLength));
};

const formatAddresses = (addresses: readonly unknown[]): string => {
  if (addresses.length === 0) return "nobody";
  return addresses.every((one) => isHidden(String(one)))
    ? describeHidden(addresses.length)
    : listFirst(addresses.map(formatText));
};

const kindOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "kind" in value ? value.kind : value;

/** Describes a plaintext value in the merchant's words. */
export const describeAutomationFieldValue = (field: AutomationField, value: unknown): string => {
  switch (field) {
    case "status":
      return value === 1 ? "paused" : "active";
    case "report_id":
    case "report_filter_id":
      return value === "" ? "none" : "another one";
    case "file_type":
      return fileTypeLabel(value);
    case "export_empty_reports":
      return value === true ? "sent" : "not sent";
    case "apply_date_filter":
      return value === true ? "on" : "off";
    case "date_basis":
      return lookUpLabel(dateBasisWords, value);
    case "schedule":
      return frequencyLabel(value);
    case "delay_automation":
      return lookUpLabel(delays, value);
    case "custom_weekly_day":
      return weekdayLabel(value);
    case "custom_monthly_day":
      return String(value);
    case "custom_hour":
      return formatTime(value);
    case "starts_from":
    case "ends_to":
      return formatDay(value);
    case "ReportDestination":
      return destinationLabel(kindOf(value));
    case "NextDestination":
      return value === null ? "none" : destinationLabel(kindOf(value));
    case "ReportDestination.Ftp.FtpProtocol":
      return lookUpLabel(protocols, value);
    case "ReportDestination.Ftp.Password":
      return "another one";
    case "ReportDestination.Webhook.Method":
      return value === WebhookMethod.Post ? "POST" : "GET";
    case "ReportDestination.Email.SendAsLink":
    case "ReportDestination.Ftp.WriteDirectly":
      return value === true ? "yes" : "no";
    case "ReportDestination.Email.ToMail":
      return formatAddresses(Array.isArray(value) ? value : []);
    default:
      return formatText(value);
  }
};

/** Describes an edit in a sentence. Needs plaintext `from` and `to`. */
export const describeAutomationFieldChange = (field: AutomationField, from: unknown, to: unknown): string => {
  switch (field) {
    case "status":
      return to === 1 ? "Paused." : "Started.";
    case "report_id":
      return "Another report design was chosen.";
    case "report_filter_id":
      return from === "" ? "A filter was chosen." : "Another filter was chosen.";
    case "export_empty_reports":
      return to === true ? "Empty reports are sent from now on." : "Empty reports are no longer sent.";
    case "apply_date_filter":
      return to === true ? "The date filter was switched on." : "The date filter was switched off.";
    case "NextDestination":
      return to === null
        ? `The destination that wasn't in use yet was removed: ${destinationLabel(kindOf(from))}.`
        : `A new destination was chosen: ${destinationLabel(kindOf(to))}. It isn't in use yet.`;
    case "ReportDestination.Ftp.Password":
      return "The FTP password was changed.";
    case "ReportDestination.Email.CustomMessage":
      return "The message was changed.";
    default: {
      const [before, after] = [from, to].map((value) => describeAutomationFieldValue(field, value));
      return `${fieldLabels[field]}: from ${before} to ${after}.`;
    }
  }
};
