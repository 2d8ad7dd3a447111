import { type Refusal, refuse } from "../../core/decider.ts";
import { hostText, readHost } from "../../destinations/host.ts";
import { typedRecipients } from "../../destinations/recipients.ts";
import { AutomationStatus, DestinationKind } from "../../enumerations.ts";
import { spokenErased } from "../../filters/personal.ts";
import type { AutomationStanding } from "../../ledger/standing.ts";
import { statusIntent } from "../../ledger/status.ts";
import { keptTitle } from "../../text/titles.ts";
import type { AutomationDefinition } from "../../workspace/automations/automation.ts";
import {
  type Destination,
  type FtpSetup,
  passwordMask,
  setupOf,
  spokenDestination,
} from "../../workspace/automations/destination.ts";
import { type Placed, sharingFiles } from "../../workspace/automations/file-place.ts";
import type { AutomationFacts } from "../../workspace/state.ts";
import type {
  AutomationOnWire,
  DestinationPayload,
  ReportDestination,
  UpdateAutomationPayload,
} from "./automations.ts";

export type PublicPlace = { Url: string | null; IsPossible: boolean };

/** A plaintext destination as calls return it. A mask replaces the password. */
export const destinationOnWire = (spoken: Destination, place: PublicPlace): ReportDestination => {
  const none = { Destination: spoken.kind, Email: null, Ftp: null, Webhook: null, PublicUrl: null };
  switch (spoken.kind) {
    case DestinationKind.Email:
      return {
        ...none,
        Email: {
          ToMail: spoken.recipients.join("; "),
          FromName: spoken.fromName,
          FromMail: spoken.replyTo,
          Subject: spoken.subject,
          SendAsLink: spoken.asLink,
          CustomMessage: spoken.message,
        },
      };
    case DestinationKind.Ftp:
      return {
        ...none,
        Ftp: {
          HostName: hostText(spoken),
          DirectoryPath: spoken.directory,
          Username: spoken.username,
          Password: spoken.password === "" ? "" : passwordMask,
          FtpProtocol: spoken.protocol,
          WriteDirectly: spoken.direct ?? false,
        },
      };
    case DestinationKind.Webhook:
      return { ...none, Webhook: { Method: spoken.method, Url: spoken.url } };
    case DestinationKind.PublicUrl:
      return { ...none, PublicUrl: { ReportName: spoken.reportName, ...place } };
  }
};

/**
 * An automated report as calls return it, its destinations in plaintext.
 * @param placeOf returns the public link for a destination
 * @param ofShop all automated reports of the shop
 */
export const automationOnWire = (
  automation: AutomationFacts,
  standing: AutomationStanding,
  {
    placeOf,
    ofShop,
  }: { placeOf: (destination: Destination) => PublicPlace; ofShop: readonly (Placed & { enabled: boolean })[] },
): AutomationOnWire => {
  const { schedule, destination, next } = automation;
  const sharing = sharingFiles(
    automation,
    ofShop.filter(({ enabled }) => enabled),
  ).map(({ automationId, title }) => ({ id: automationId, title }));
  return {
    id: automation.automationId,
    title: automation.title,
    status: standing.status,
    report_id: automation.reportId,
    report_filter_id: automation.filterId,
    file_type: automation.fileType,
    export_empty_reports: automation.exportEmptyReports,
    schedule: schedule.frequency,
    delay_automation: schedule.delay,
    custom_weekly_day: schedule.customWeeklyDay,
    custom_monthly_day: schedule.customMonthlyDay,
    custom_hour: schedule.customHour,
    starts_from: schedule.startsFrom,
    ends_to: schedule.endsTo,
    apply_date_filter: automation.applyDateFilter,
    next_execution: standing.nextExecution,
    failed_tries: standing.failedTries,
    failed_reason: standing.failedReason,
    ...(sharing.length > 0 && { same_files: sharing }),
    ReportDestination: destinationOnWire(destination, placeOf(destination)),
    ...(next && { NextDestination: destinationOnWire(next, placeOf(next)) }),
  };
};

const missing = (part: string): Refusal =>
  refuse("invalid", `ReportDestination.${part} is missing. Send what Destination names.`);

const passwordFrom = (sent: string, seen: FtpSetup | undefined): string =>
  sent === passwordMask && seen && seen.password !== "" ? spokenErased(seen.password) : sent;

/**
 * The plaintext destination that a page sent. The password mask becomes a mark with the stored reference.
 * @param seen the stored FTP server, as the page saw it
 */
export const destinationFromWire = (sent: DestinationPayload, seen: FtpSetup | undefined): Destination | Refusal => {
  const { Email, Ftp, Webhook, PublicUrl } = sent;
  switch (sent.Destination) {
    case DestinationKind.Email:
      return Email
        ? {
            kind: DestinationKind.Email,
            recipients: typedRecipients(Email.ToMail),
            fromName: keptTitle(Email.FromName),
            replyTo: Email.FromMail.trim(),
            subject: keptTitle(Email.Subject),
            message: Email.CustomMessage.trim(),
            asLink: Email.SendAsLink,
          }
        : missing("Email");
    case DestinationKind.Ftp:
      return Ftp
        ? {
            kind: DestinationKind.Ftp,
            protocol: Ftp.FtpProtocol,
            ...readHost(Ftp.HostName),
            directory: keptTitle(Ftp.DirectoryPath),
            username: Ftp.Username.trim(),
            password: passwordFrom(Ftp.Password, seen),
            ...((Ftp.WriteDirectly ?? seen?.direct) && { direct: true }),
          }
        : missing("Ftp");
    case DestinationKind.Webhook:
      return Webhook
        ? { kind: DestinationKind.Webhook, method: Webhook.Method, url: Webhook.Url.trim() }
        : missing("Webhook");
    case DestinationKind.PublicUrl:
      return PublicUrl
        ? { kind: DestinationKind.PublicUrl, reportName: keptTitle(PublicUrl.ReportName) }
        : missing("PublicUrl");
  }
};

/**
 * True if the report should be enabled. Compares the sent status with the seen one; without an intent it stays as it
 * was (D-6).
 */
const enabledBy = (sent: AutomationStatus, seen: AutomationStatus): boolean =>
  (statusIntent(sent, seen) ?? (seen === AutomationStatus.Paused ? "pause" : "start")) === "start";

/** The next destination that a page sent. If absent, it stays as it was, with marks in place of its texts. */
const nextFromWire = (
  sent: UpdateAutomationPayload["NextDestination"],
  seen: Destination | null | undefined,
  server: FtpSetup | undefined,
): Destination | Refusal | null => {
  if (sent === undefined) return seen ? spokenDestination(seen, new Map()) : null;
  return sent && destinationFromWire(sent, server);
};

/** The definition that a page sent, its destinations in plaintext. @param seen as the page saw it */
export const definitionFromWire = (
  sent: UpdateAutomationPayload,
  seen: { definition: AutomationDefinition | undefined; status: AutomationStatus },
): AutomationDefinition | Refusal => {
  const { definition } = seen;
  const server = definition && setupOf(definition, DestinationKind.Ftp);
  const destination = destinationFromWire(sent.ReportDestination, server);
  if ("refused" in destination) return destination;
  const next = nextFromWire(sent.NextDestination, definition?.next, server);
  if (next && "refused" in next) return next;
  return {
    title: sent.title,
    reportId: sent.report_id,
    filterId: sent.report_filter_id,
    fileType: sent.file_type,
    exportEmptyReports: sent.export_empty_reports,
    applyDateFilter: sent.apply_date_filter,
    enabled: enabledBy(sent.status, seen.status),
    schedule: {
      frequency: sent.schedule,
      delay: sent.delay_automation,
      customWeeklyDay: sent.custom_weekly_day,
      customMonthlyDay: sent.custom_monthly_day,
      customHour: sent.custom_hour,
      startsFrom: sent.starts_from,
      endsTo: sent.ends_to,
    },
    destination,
    ...(next && { next }),
  };
};
