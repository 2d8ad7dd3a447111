import { splitRecipients } from "#domain/destinations/recipients.ts";
import { Delay, DestinationKind, FtpProtocol } from "#domain/enumerations.ts";
import { erasedDescription, isErased } from "#domain/filters/personal.ts";
import { describeFrequency } from "#domain/schedule/describe-schedule.ts";
import { quoteText } from "#domain/text/quote-text.ts";
import type { AutomationOnWire, ReportDestination } from "#domain/wire/automations/automations.ts";
import { describeAutomationFieldValue } from "#domain/workspace/automations/automation-text.ts";

const protocols: Readonly<Record<FtpProtocol, string>> = {
  [FtpProtocol.FTP]: "FTP",
  [FtpProtocol.FTPS]: "FTPS",
  [FtpProtocol.SFTP]: "SFTP",
  [FtpProtocol.FTPSSessionResumption]: "FTPS",
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

const describeRecipients = (typed: string): string => {
  const [first, ...others] = splitRecipients(typed);
  if (first === undefined) return "E-mail to nobody yet";
  const named = isErased(first) ? erasedDescription : first;
  return others.length === 0 ? `E-mail to ${named}` : `E-mail to ${named} and ${others.length} more`;
};

/** `E-mail to ann@example.com and 2 more`, `SFTP to ftp.example.com/in`. Contains no secret. */
export const describeDestination = ({ Destination, Email, Ftp, Webhook, PublicUrl }: ReportDestination): string => {
  switch (Destination) {
    case DestinationKind.Email:
      return describeRecipients(Email?.ToMail ?? "");
    case DestinationKind.Ftp: {
      if (!Ftp?.HostName) return "FTP to no server yet";
      const folder = Ftp.DirectoryPath.replace(/^\/+/, "");
      return `${protocols[Ftp.FtpProtocol]} to ${Ftp.HostName}${folder === "" ? "" : `/${folder}`}`;
    }
    case DestinationKind.Webhook: {
      const host = hostOf(Webhook?.Url ?? "");
      return host === "" ? "Webhook" : `Webhook to ${host}`;
    }
    case DestinationKind.PublicUrl:
      return PublicUrl?.ReportName ? `Public link ${quoteText(PublicUrl.ReportName)}` : "Public link";
  }
};

/** `Every Monday at 00:01`, `Every Monday at 00:01, delayed by 2 hours`. */
export const describeRhythm = (automation: AutomationOnWire): string => {
  const delay = automation.delay_automation;
  const rhythm = describeFrequency({
    frequency: automation.schedule,
    customWeeklyDay: automation.custom_weekly_day,
    customMonthlyDay: automation.custom_monthly_day,
    customHour: automation.custom_hour,
    delay,
    startsFrom: automation.starts_from,
    endsTo: automation.ends_to,
  });
  // Without the delay, the row and its next report would show different times.
  return delay === Delay.NoDelay
    ? rhythm
    : `${rhythm}, delayed by ${describeAutomationFieldValue("delay_automation", delay)}`;
};
