import { type Refusal, refuse } from "../../core/decider.ts";
import { formatHost, parseHost } from "../../destinations/host.ts";
import { splitRecipients } from "../../destinations/recipients.ts";
import { AutomationStatus, DestinationKind } from "../../enumerations.ts";
import { toErasedPlaintext } from "../../filters/personal.ts";
import type { AutomationProgress } from "../../ledger/automation-progress.ts";
import { toMailReachOnWire } from "../../ledger/mail-reach.ts";
import { statusIntent } from "../../ledger/status.ts";
import { normalizeTitle } from "../../text/titles.ts";
import type { AutomationDefinition } from "../../workspace/automations/automation.ts";
import {
  type Destination,
  detokenizeDestination,
  type FtpSetup,
  findSetup,
  passwordMask,
} from "../../workspace/automations/destination.ts";
import { type FileLocation, findFileConflicts } from "../../workspace/automations/file-conflicts.ts";
import type { AutomationFacts } from "../../workspace/state.ts";
import type {
  AutomationOnWire,
  DestinationPayload,
  ReportDestination,
  UpdateAutomationPayload,
} from "./automations.ts";

export type PublicLink = { Url: string | null; IsPossible: boolean };

/** A mask replaces the password. */
export const destinationOnWire = (plaintext: Destination, publicLink: PublicLink): ReportDestination => {
  const none = { Destination: plaintext.kind, Email: null, Ftp: null, Webhook: null, PublicUrl: null };
  switch (plaintext.kind) {
    case DestinationKind.Email:
      return {
        ...none,
        Email: {
          ToMail: plaintext.recipients.join("; "),
          FromName: plaintext.fromName,
          FromMail: plaintext.replyTo,
          Subject: plaintext.subject,
          SendAsLink: plaintext.asLink,
          CustomMessage: plaintext.message,
        },
      };
    case DestinationKind.Ftp:
      return {
        ...none,
        Ftp: {
          HostName: formatHost(plaintext),
          DirectoryPath: plaintext.directory,
          Username: plaintext.username,
          Password: plaintext.password === "" ? "" : passwordMask,
          FtpProtocol: plaintext.protocol,
          WriteDirectly: plaintext.direct ?? false,
        },
      };
    case DestinationKind.Webhook:
      return { ...none, Webhook: { Method: plaintext.method, Url: plaintext.url } };
    case DestinationKind.PublicUrl:
      return { ...none, PublicUrl: { ReportName: plaintext.reportName, ...publicLink } };
  }
};

/**
 * `automation`: with destinations in plaintext.
 * @param placeOf returns a destination's public link
 * @param ofShop all automated reports of the shop
 */
export const automationOnWire = (
  automation: AutomationFacts,
  progress: AutomationProgress,
  {
    placeOf,
    ofShop,
  }: { placeOf: (destination: Destination) => PublicLink; ofShop: readonly (FileLocation & { enabled: boolean })[] },
): AutomationOnWire => {
  const { schedule, destination, next } = automation;
  const arrived = toMailReachOnWire(progress.arrived);
  const sharing = findFileConflicts(
    automation,
    ofShop.filter(({ enabled }) => enabled),
  ).map(({ automationId, title }) => ({ id: automationId, title }));
  return {
    id: automation.automationId,
    title: automation.title,
    status: progress.status,
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
    ...(automation.dateBasis && { date_basis: automation.dateBasis }),
    next_execution: progress.nextExecution,
    failed_tries: progress.failedTries,
    failed_reason: progress.failedReason,
    ...(arrived && { arrived }),
    ...(sharing.length > 0 && { same_files: sharing }),
    ReportDestination: destinationOnWire(destination, placeOf(destination)),
    ...(next && { NextDestination: destinationOnWire(next, placeOf(next)) }),
  };
};

const refuseMissing = (part: string): Refusal =>
  refuse("invalid", `ReportDestination.${part} is missing. Send what Destination names.`);

const passwordFrom = (sent: string, seen: FtpSetup | undefined): string =>
  sent === passwordMask && seen && seen.password !== "" ? toErasedPlaintext(seen.password) : sent;

/**
 * The password mask becomes a mark with the stored reference.
 * @param seen the stored FTP server, as the page saw it
 */
export const destinationFromWire = (sent: DestinationPayload, seen: FtpSetup | undefined): Destination | Refusal => {
  const { Email, Ftp, Webhook, PublicUrl } = sent;
  switch (sent.Destination) {
    case DestinationKind.Email:
      return Email
        ? {
            kind: DestinationKind.Email,
            recipients: splitRecipients(Email.ToMail),
            fromName: normalizeTitle(Email.FromName),
            replyTo: Email.FromMail.trim(),
            subject: normalizeTitle(Email.Subject),
            message: Email.CustomMessage.trim(),
            asLink: Email.SendAsLink,
          }
        : refuseMissing("Email");
    case DestinationKind.Ftp:
      return Ftp
        ? {
            kind: DestinationKind.Ftp,
            protocol: Ftp.FtpProtocol,
            ...parseHost(Ftp.HostName),
            directory: normalizeTitle(Ftp.DirectoryPath),
            username: Ftp.Username.trim(),
            password: passwordFrom(Ftp.Password, seen),
            ...((Ftp.WriteDirectly ?? seen?.direct) && { direct: true }),
          }
        : refuseMissing("Ftp");
    case DestinationKind.Webhook:
      return Webhook
        ? { kind: DestinationKind.Webhook, method: Webhook.Method, url: Webhook.Url.trim() }
        : refuseMissing("Webhook");
    case DestinationKind.PublicUrl:
      return PublicUrl
        ? { kind: DestinationKind.PublicUrl, reportName: normalizeTitle(PublicUrl.ReportName) }
        : refuseMissing("PublicUrl");
  }
};

/** A sent status counts only if it differs from the seen one (D-6). */
const enabledBy = (sent: AutomationStatus, seen: AutomationStatus): boolean =>
  (statusIntent(sent, seen) ?? (seen === AutomationStatus.Paused ? "pause" : "start")) === "start";

/** Returns the next destination; default: unchanged, with marks in place of its texts. */
const nextFromWire = (
  sent: UpdateAutomationPayload["NextDestination"],
  seen: Destination | null | undefined,
  server: FtpSetup | undefined,
): Destination | Refusal | null => {
  if (sent === undefined) return seen ? detokenizeDestination(seen, new Map()) : null;
  return sent && destinationFromWire(sent, server);
};

/** Returns the sent definition in plaintext. @param seen as the page saw it */
export const definitionFromWire = (
  sent: UpdateAutomationPayload,
  seen: { definition: AutomationDefinition | undefined; status: AutomationStatus },
): AutomationDefinition | Refusal => {
  const { definition } = seen;
  const server = definition && findSetup(definition, DestinationKind.Ftp);
  const destination = destinationFromWire(sent.ReportDestination, server);
  if ("refused" in destination) return destination;
  const next = nextFromWire(sent.NextDestination, definition?.next, server);
  if (next && "refused" in next) return next;
  const dateBasis = sent.date_basis ?? definition?.dateBasis;
  return {
    title: sent.title,
    reportId: sent.report_id,
    filterId: sent.report_filter_id,
    fileType: sent.file_type,
    exportEmptyReports: sent.export_empty_reports,
    applyDateFilter: sent.apply_date_filter,
    ...(dateBasis && { dateBasis }),
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
