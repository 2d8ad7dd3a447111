import { z } from "zod";
import {
  AutomationStatus,
  DateBasis,
  Delay,
  DestinationKind,
  FileType,
  Frequency,
  FtpProtocol,
  WebhookMethod,
  Weekday,
} from "../../enumerations.ts";

/** A destination (S-2.3.9). Only the kind of `Destination` is set; others are null. */
const ReportDestinationData = z.strictObject({
  Destination: z.enum(DestinationKind).describe("0 e-mail, 1 FTP, 2 webhook, 3 public link"),
  Email: z
    .strictObject({
      ToMail: z.string().describe("Addresses, separated by ; or ,"),
      FromName: z.string(),
      FromMail: z.string().describe("Where replies go"),
      Subject: z.string(),
      SendAsLink: z.boolean(),
      CustomMessage: z.string(),
    })
    .nullable(),
  Ftp: z
    .strictObject({
      HostName: z.string().describe("A name or an address, with :port where it is not the usual one"),
      DirectoryPath: z.string().describe("Empty is the root"),
      Username: z.string(),
      Password: z.string().describe("Never the password: a mask that stands for it, or empty where there is none"),
      FtpProtocol: z.enum(FtpProtocol).describe("0 FTP, 1 FTPS, 2 SFTP, 3 FTPS with session resumption"),
      WriteDirectly: z
        .boolean()
        .describe("Files are written under their final names, for users who may not rename files"),
    })
    .nullable(),
  Webhook: z.strictObject({ Method: z.enum(WebhookMethod).describe("0 GET, 1 POST"), Url: z.string() }).nullable(),
  PublicUrl: z
    .strictObject({
      ReportName: z.string(),
      Url: z.string().nullable().describe("Where the newest report will be; null until it is known"),
      IsPossible: z.boolean().describe("The name is not empty, and no other automated report of the shop has it"),
    })
    .nullable(),
});
export type ReportDestination = z.infer<typeof ReportDestinationData>;

/** Reports that write the same files. */
const SameFiles = z.array(z.strictObject({ id: z.string().max(100), title: z.string().max(1_000) })).optional();

/** Recipients that have a failed or waiting report. */
export const ArrivedData = z
  .enum(["some", "maybe"])
  .optional()
  .describe(
    "Of an e-mail that failed or waits: some recipients have it, or its answer was lost; absent if nobody has it, as far as is known",
  );

/** An automated report (S-2.3.8). Days are the shop's, `YYYY-MM-DD`. */
export const AutomationData = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(AutomationStatus),
  report_id: z.string(),
  report_filter_id: z.string().describe("Empty while none is chosen"),
  file_type: z.enum(FileType),
  export_empty_reports: z.boolean(),
  schedule: z.enum(Frequency),
  delay_automation: z.enum(Delay).describe("Hours"),
  custom_weekly_day: z.enum(Weekday).describe("0 Sunday to 6 Saturday"),
  custom_monthly_day: z.number().describe("1 to 31; a month that has no such day has its last"),
  custom_hour: z.number().describe("Minutes since midnight"),
  starts_from: z.string().nullable(),
  ends_to: z.string().nullable(),
  apply_date_filter: z.boolean(),
  date_basis: z.enum(DateBasis).optional().describe("As in order_date_basis; absent: 0, created"),
  next_execution: z.string().nullable().describe("ISO UTC; null if none is planned"),
  failed_tries: z.number(),
  failed_reason: z.string().nullable(),
  arrived: ArrivedData,
  same_files: SameFiles.describe(
    "Automated reports of the shop that run and put files of the same names into the same folder of the same server; absent if there are none",
  ),
  ReportDestination: ReportDestinationData,
  NextDestination: ReportDestinationData.optional().describe(
    "A destination of another kind that isn't in use yet: reports go to ReportDestination. Absent if there is none",
  ),
});
export type AutomationOnWire = z.infer<typeof AutomationData>;

const LastRunData = z.strictObject({
  Outcome: z.enum(["delivered", "empty", "failed"]),
  At: z.string().describe("When it ended, ISO UTC"),
  Arrived: ArrivedData,
});
export type LastRun = z.infer<typeof LastRunData>;

/** Only the list has the newest run's outcome, tests aside; null before the first. */
export const ListedAutomationData = AutomationData.extend({
  last_run: LastRunData.nullable().optional(),
  under_way: z.boolean().optional().describe("A run has no outcome yet, tests aside"),
  retry_at: z
    .string()
    .nullable()
    .optional()
    .describe("Time of that run's next attempt, ISO UTC; null during an attempt"),
});
export type ListedAutomation = z.infer<typeof ListedAutomationData>;

/** Outer bounds against abuse; the validation rules have tighter ones. */
const Text = z.string().max(20_000);
const Small = z.number().min(-10_000).max(10_000);

/** Only the named kind counts. */
const DestinationPayload = z.strictObject({
  Destination: z.enum(DestinationKind),
  Email: z
    .strictObject({
      ToMail: Text,
      FromName: Text,
      FromMail: Text,
      Subject: Text,
      SendAsLink: z.boolean(),
      CustomMessage: Text,
    })
    .nullish(),
  Ftp: z
    .strictObject({
      HostName: Text,
      DirectoryPath: Text,
      Username: Text,
      Password: Text.describe("A new one, or the mask for the one that is there"),
      FtpProtocol: z.enum(FtpProtocol),
      WriteDirectly: z.boolean().nullish().describe("Absent: as it is"),
    })
    .nullish(),
  Webhook: z.strictObject({ Method: z.enum(WebhookMethod), Url: Text }).nullish(),
  PublicUrl: z
    .strictObject({
      ReportName: Text,
      Url: z.string().max(20_000).nullish().describe("Echoed"),
      IsPossible: z.boolean().nullish().describe("Echoed"),
    })
    .nullish(),
});
export type DestinationPayload = z.infer<typeof DestinationPayload>;

/** Body of `automations/create-new`, an addition to the specification. */
export const CreateAutomationPayload = z
  .strictObject({
    report_id: z.string().max(100).optional(),
    report_filter_id: z.string().max(100).optional(),
    file_type: z.enum(FileType).optional(),
    date_basis: z.enum(DateBasis).optional(),
  })
  .nullish();
export type CreateAutomationPayload = z.infer<typeof CreateAutomationPayload>;

/**
 * Body of `automations/update-automation`: the automated report as the page holds it, with its ETag in If-Match. Its
 * run state is only echoed. Status 1 pauses and 0 starts, if it differs from the status read. Checks only the shape;
 * `domain/workspace/automations/automation-problems.ts` validates values.
 */
export const UpdateAutomationPayload = z.strictObject({
  id: z.string().min(1).max(100),
  title: z.string().max(1_000),
  status: z.enum(AutomationStatus),
  report_id: z.string().max(100),
  report_filter_id: z.string().max(100),
  file_type: z.enum(FileType),
  export_empty_reports: z.boolean(),
  schedule: z.enum(Frequency),
  delay_automation: z.enum(Delay),
  custom_weekly_day: z.enum(Weekday),
  custom_monthly_day: Small,
  custom_hour: Small,
  starts_from: z.string().max(100).nullable(),
  ends_to: z.string().max(100).nullable(),
  apply_date_filter: z.boolean(),
  date_basis: z.enum(DateBasis).optional().describe("As answered; absent: as it is"),
  next_execution: z.string().max(100).nullish(),
  failed_tries: z.number().nullish(),
  failed_reason: z.string().max(5_000).nullish(),
  arrived: ArrivedData.describe("Echoed"),
  same_files: SameFiles.describe("Echoed"),
  ReportDestination: DestinationPayload,
  NextDestination: DestinationPayload.nullish().describe(
    "A destination of another kind, saved but not used. Send it as ReportDestination to use it. null: none. Absent: as it is",
  ),
});
export type UpdateAutomationPayload = z.infer<typeof UpdateAutomationPayload>;
