import { formatHost, parseHost } from "../../destinations/host.ts";
import {
  AutomationStatus,
  DateBasis,
  type Delay,
  DestinationKind,
  type FileType,
  type Frequency,
  type Weekday,
} from "../../enumerations.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automation.ts";
import type { Destination, EmailSetup, FtpSetup, PublicUrlSetup, WebhookSetup } from "./destination.ts";

const emailFields = {
  "ReportDestination.Email.ToMail": "recipients",
  "ReportDestination.Email.FromName": "fromName",
  "ReportDestination.Email.FromMail": "replyTo",
  "ReportDestination.Email.Subject": "subject",
  "ReportDestination.Email.SendAsLink": "asLink",
  "ReportDestination.Email.CustomMessage": "message",
} as const satisfies Record<string, keyof EmailSetup>;
const ftpFields = {
  "ReportDestination.Ftp.DirectoryPath": "directory",
  "ReportDestination.Ftp.Username": "username",
  "ReportDestination.Ftp.Password": "password",
  "ReportDestination.Ftp.FtpProtocol": "protocol",
} as const satisfies Record<string, keyof FtpSetup>;
const webhookFields = {
  "ReportDestination.Webhook.Method": "method",
  "ReportDestination.Webhook.Url": "url",
} as const satisfies Record<string, keyof WebhookSetup>;
const publicUrlFields = {
  "ReportDestination.PublicUrl.ReportName": "reportName",
} as const satisfies Record<string, keyof PublicUrlSetup>;

const byKind = {
  [DestinationKind.Email]: emailFields,
  [DestinationKind.Ftp]: ftpFields,
  [DestinationKind.Webhook]: webhookFields,
  [DestinationKind.PublicUrl]: publicUrlFields,
} as const satisfies Record<DestinationKind, Record<string, string>>;

/** One field, because users type host and port together. */
const hostField = "ReportDestination.Ftp.HostName";
/** A definition stores this only if true. */
const directField = "ReportDestination.Ftp.WriteDirectly";
/** Choosing another kind changes all of the destination. */
export const wholeDestination = "ReportDestination";

/** The destination that isn't in use yet. */
export const nextDestination = "NextDestination";

export type DestinationField =
  | keyof typeof emailFields
  | typeof hostField
  | typeof directField
  | keyof typeof ftpFields
  | keyof typeof webhookFields
  | keyof typeof publicUrlFields;

/** Fields whose plaintext is in no response, history or browser storage. */
export const secretFields: readonly DestinationField[] = ["ReportDestination.Ftp.Password"];

type DestinationFields = { [Field in DestinationField]?: string | number | boolean | readonly string[] };

/** Fields named as in S-2.3.8. Each separately edited part is a field. */
export type AutomationFields = {
  title: string;
  status: typeof AutomationStatus.Active | typeof AutomationStatus.Paused;
  report_id: string;
  report_filter_id: string;
  file_type: FileType;
  export_empty_reports: boolean;
  apply_date_filter: boolean;
  date_basis: DateBasis;
  schedule: Frequency;
  delay_automation: Delay;
  custom_weekly_day: Weekday;
  custom_monthly_day: number;
  custom_hour: number;
  starts_from: string | null;
  ends_to: string | null;
  [wholeDestination]?: Destination;
  [nextDestination]?: Destination | null;
} & DestinationFields;
export type AutomationField = keyof AutomationFields;

const scheduleFields = {
  schedule: "frequency",
  delay_automation: "delay",
  custom_weekly_day: "customWeeklyDay",
  custom_monthly_day: "customMonthlyDay",
  custom_hour: "customHour",
  starts_from: "startsFrom",
  ends_to: "endsTo",
} as const satisfies Record<string, keyof AutomationSchedule>;

export type ScheduleField = keyof typeof scheduleFields;

export const isScheduleField = (field: string): field is ScheduleField => Object.hasOwn(scheduleFields, field);

export const isDestinationField = (field: string): boolean => field.startsWith(wholeDestination);

const read = (held: object, table: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(table).map(([field, property]) => [field, held[property as keyof typeof held]]));

/** Returns the fields of the destination's kind. */
export const fieldsOfDestination = (destination: Destination): DestinationFields => ({
  ...(destination.kind === DestinationKind.Ftp ? { [hostField]: formatHost(destination) } : {}),
  ...read(destination, byKind[destination.kind]),
  ...(destination.kind === DestinationKind.Ftp ? { [directField]: destination.direct ?? false } : {}),
});

export const fieldsOfSchedule = (schedule: AutomationSchedule): Pick<AutomationFields, ScheduleField> =>
  read(schedule, scheduleFields) as Pick<AutomationFields, ScheduleField>;

/** `apart`: the destination's fields separately, otherwise as a whole. */
export const toAutomationFields = (definition: AutomationDefinition, apart: boolean): AutomationFields => ({
  title: definition.title,
  status: definition.enabled ? AutomationStatus.Active : AutomationStatus.Paused,
  report_id: definition.reportId,
  report_filter_id: definition.filterId,
  file_type: definition.fileType,
  export_empty_reports: definition.exportEmptyReports,
  apply_date_filter: definition.applyDateFilter,
  date_basis: definition.dateBasis ?? DateBasis.created,
  ...fieldsOfSchedule(definition.schedule),
  ...(apart ? fieldsOfDestination(definition.destination) : { [wholeDestination]: definition.destination }),
  [nextDestination]: definition.next ?? null,
});

const setFields = <Held extends object>(
  before: Held,
  table: Readonly<Record<string, string>>,
  fields: object,
): Held => {
  const set = Object.entries(table).filter(([field]) => Object.hasOwn(fields, field));
  const after = set.map(([field, property]) => [property, fields[field as keyof typeof fields]]);
  return { ...before, ...Object.fromEntries(after) };
};

const destinationOf = (fields: Partial<AutomationFields>, before: Destination): Destination => {
  const whole = fields[wholeDestination];
  if (whole) return whole;
  const after = setFields(before, byKind[before.kind], fields);
  if (after.kind !== DestinationKind.Ftp) return after;
  const host = fields[hostField];
  const { direct: held = false, ...server } = after;
  return {
    ...server,
    ...(typeof host === "string" && parseHost(host)),
    ...((fields[directField] ?? held) && { direct: true }),
  };
};

const dateBasisFrom = (
  { date_basis }: Partial<AutomationFields>,
  { dateBasis }: AutomationDefinition,
): Pick<AutomationDefinition, "dateBasis"> => {
  if (date_basis !== undefined) return { dateBasis: date_basis };
  return dateBasis ? { dateBasis } : {};
};

const nextDestinationFrom = (
  fields: Partial<AutomationFields>,
  before: AutomationDefinition,
): Pick<AutomationDefinition, "next"> => {
  const next = fields[nextDestination] === undefined ? before.next : fields[nextDestination];
  return next ? { next } : {};
};

/** Returns a definition with some fields set. */
export const withFields = (
  definition: AutomationDefinition,
  fields: Partial<AutomationFields>,
): AutomationDefinition => ({
  ...dateBasisFrom(fields, definition),
  title: fields.title ?? definition.title,
  enabled: fields.status === undefined ? definition.enabled : fields.status === AutomationStatus.Active,
  reportId: fields.report_id ?? definition.reportId,
  filterId: fields.report_filter_id ?? definition.filterId,
  fileType: fields.file_type ?? definition.fileType,
  exportEmptyReports: fields.export_empty_reports ?? definition.exportEmptyReports,
  applyDateFilter: fields.apply_date_filter ?? definition.applyDateFilter,
  schedule: setFields(definition.schedule, scheduleFields, fields),
  destination: destinationOf(fields, definition.destination),
  ...nextDestinationFrom(fields, definition),
});
