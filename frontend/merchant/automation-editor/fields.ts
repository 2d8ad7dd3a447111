import { formatHost, parseHost } from "#domain/destinations/host.ts";
import { splitRecipients } from "#domain/destinations/recipients.ts";
import { DateBasis, DestinationKind, FtpProtocol, WebhookMethod } from "#domain/enumerations.ts";
import { normalizeTitle } from "#domain/text/titles.ts";
import type {
  AutomationOnWire,
  ReportDestination,
  UpdateAutomationPayload,
} from "#domain/wire/automations/automations.ts";
import type { AutomationField, DestinationField } from "#domain/workspace/automations/automation-fields.ts";
import { passwordMask } from "#domain/workspace/automations/destination.ts";
import { isRunning } from "../resources/automations/status-display.ts";

/** A destination field's value; null if the destination never had it. */
type PartValue = string | number | boolean | null;
type Parts = { [Field in DestinationField]: PartValue };

/**
 * A destination: its kind, and all of it as read, so choosing another kind collides with a concurrent change of any of
 * its fields. `saved`: null for a newly chosen kind.
 */
export type ChosenDestination = { kind: DestinationKind; saved: ReportDestination | null };

/** Fields that only the server sets. */
type ReadOnly = "id" | "next_execution" | "failed_tries" | "failed_reason" | "arrived" | "same_files";
type Plain = Omit<AutomationOnWire, ReadOnly | "date_basis" | "ReportDestination" | "NextDestination"> & {
  date_basis: DateBasis;
};

/**
 * The edited fields, named as in refusals and conflicts. Includes fields of unselected kinds, which only the browser
 * keeps.
 */
export type EditorFields = Plain & {
  ReportDestination: ChosenDestination;
  /** A destination of another kind that isn't in use yet. Fields of both exist side by side. */
  NextDestination: ChosenDestination | null;
} & Parts;

/** Each kind's name and fields as calls name them, with initial values. */
const partsOf = {
  [DestinationKind.Email]: {
    name: "Email",
    fresh: { ToMail: "", FromName: "", FromMail: "", Subject: "", SendAsLink: false, CustomMessage: "" },
  },
  [DestinationKind.Ftp]: {
    name: "Ftp",
    fresh: {
      HostName: "",
      DirectoryPath: "",
      Username: "",
      Password: "",
      FtpProtocol: FtpProtocol.FTP,
      WriteDirectly: false,
    },
  },
  [DestinationKind.Webhook]: { name: "Webhook", fresh: { Method: WebhookMethod.Get, Url: "" } },
  [DestinationKind.PublicUrl]: { name: "PublicUrl", fresh: { ReportName: "" } },
} as const;

const kinds = [DestinationKind.Email, DestinationKind.Ftp, DestinationKind.Webhook, DestinationKind.PublicUrl] as const;

const fieldOf = (name: string, part: string) => `ReportDestination.${name}.${part}` as DestinationField;

/** A kind's fields, each with its part's name and initial value. */
const fieldsOf = (kind: DestinationKind) => {
  const { name, fresh } = partsOf[kind];
  return Object.entries(fresh).map(([part, empty]) => ({ part, field: fieldOf(name, part), empty }));
};

const nameField: DestinationField = "ReportDestination.PublicUrl.ReportName";
const passwordField: DestinationField = "ReportDestination.Ftp.Password";

/** Single-line texts, in which the server removes invisible characters. */
const lines: ReadonlySet<string> = new Set<AutomationField>([
  "title",
  "ReportDestination.Email.FromName",
  "ReportDestination.Email.Subject",
  "ReportDestination.Ftp.DirectoryPath",
  nameField,
]);

/** Returns a typed text in the server's normal form. */
const normalizeText = (field: string, typed: string): string => {
  if (field === "ReportDestination.Email.ToMail") return splitRecipients(typed).join("; ");
  if (field === "ReportDestination.Ftp.HostName") return formatHost(parseHost(typed));
  if (field === passwordField) return typed;
  return lines.has(field) ? normalizeTitle(typed) : typed.trim();
};

/** Keeps a text as typed while the server's form of it is the same, so no space or comma vanishes while typing. */
const asTyped = <V>(field: string, answered: V, typed: unknown): V =>
  typeof typed === "string" && typeof answered === "string" && normalizeText(field, typed) === answered
    ? (typed as V)
    : answered;

const carriedPart = (field: DestinationField, carried: EditorFields | undefined): PartValue => {
  const value = carried?.[field] ?? null;
  // The mask is meaningless for another destination.
  return field === passwordField && value === passwordMask ? "" : value;
};

type Carried = {
  /** The page's fields, whose texts stay as typed. */
  typed?: EditorFields;
  /** Fields of other kinds, kept in case the user returns to them. */
  others?: EditorFields;
};

const destinationFields = (
  { ReportDestination: now, NextDestination: next }: AutomationOnWire,
  { typed, others }: Carried,
): Parts => {
  const entries = kinds.flatMap((kind) => {
    const { name } = partsOf[kind];
    const held = (now[name] ?? next?.[name] ?? null) as Readonly<Record<string, PartValue>> | null;
    return fieldsOf(kind).map(
      ({ part, field }) =>
        [field, held ? asTyped(field, held[part] ?? null, typed?.[field]) : carriedPart(field, others)] as const,
    );
  });
  return Object.fromEntries(entries) as Parts;
};

export const fieldsFromWire = (automation: AutomationOnWire, carried: Carried = {}): EditorFields => {
  const { ReportDestination: destination, NextDestination: next, ...rest } = automation;
  const { id: _, next_execution, failed_tries, failed_reason, arrived, same_files, ...plain } = rest;
  return {
    ...plain,
    date_basis: plain.date_basis ?? DateBasis.created,
    title: asTyped("title", plain.title, carried.typed?.title),
    ReportDestination: { kind: destination.Destination, saved: destination },
    NextDestination: next ? { kind: next.Destination, saved: next } : null,
    ...destinationFields(automation, carried),
  };
};

/** One destination kind's part of `automations/update-automation`. */
export const destinationToWire = (
  fields: EditorFields,
  kind: DestinationKind,
): UpdateAutomationPayload["ReportDestination"] => {
  const parts = fieldsOf(kind).map(({ part, field, empty }) => [part, fields[field] ?? empty]);
  return { Destination: kind, [partsOf[kind].name]: Object.fromEntries(parts) };
};

/** The destination that isn't in use yet. Null once another window put its kind in use. */
export const getNextDestination = ({
  ReportDestination: now,
  NextDestination: next,
}: EditorFields): ChosenDestination | null => (next?.kind === now.kind ? null : next);

/** The body of `automations/update-automation`. */
export const fieldsToWire = (id: string, fields: EditorFields): UpdateAutomationPayload => {
  const next = getNextDestination(fields);
  return {
    id,
    title: fields.title,
    status: fields.status,
    report_id: fields.report_id,
    report_filter_id: fields.report_filter_id,
    file_type: fields.file_type,
    export_empty_reports: fields.export_empty_reports,
    schedule: fields.schedule,
    delay_automation: fields.delay_automation,
    custom_weekly_day: fields.custom_weekly_day,
    custom_monthly_day: fields.custom_monthly_day,
    custom_hour: fields.custom_hour,
    starts_from: fields.starts_from,
    ends_to: fields.ends_to,
    apply_date_filter: fields.apply_date_filter,
    date_basis: fields.date_basis,
    ReportDestination: destinationToWire(fields, fields.ReportDestination.kind),
    NextDestination: next && destinationToWire(fields, next.kind),
  };
};

/** The destination to edit: the one that isn't in use yet, if any. */
export const getShownDestination = (fields: EditorFields): ChosenDestination =>
  getNextDestination(fields) ?? fields.ReportDestination;

/**
 * Chooses a destination kind. Its fields start with initial values or earlier input. While the report runs, a new kind
 * isn't in use yet.
 */
export const chooseKind = (kind: DestinationKind, base: EditorFields, draft: EditorFields): Partial<EditorFields> => {
  const runs = isRunning(base.status);
  if (runs && kind === draft.ReportDestination.kind) return { NextDestination: null };
  // A link needs a name, by default the report's title.
  const parts = fieldsOf(kind).map(({ field, empty }) => [
    field,
    draft[field] || (field === nameField ? draft.title.trim() : empty),
  ]);
  const saved = [base.ReportDestination, base.NextDestination].find((one) => one?.kind === kind);
  const chosen = saved ?? { kind, saved: null };
  return {
    ...Object.fromEntries(parts),
    ...(runs ? { NextDestination: chosen } : { ReportDestination: chosen, NextDestination: null }),
  };
};

export const withNextInUse = ({ NextDestination: next }: EditorFields): Partial<EditorFields> =>
  next ? { ReportDestination: next, NextDestination: null } : {};

/** True if reports go to that kind, or will once the choice is in use. */
export const isChosen = (
  kind: DestinationKind,
  { ReportDestination: now, NextDestination: next }: EditorFields,
): boolean => kind === now.kind || kind === next?.kind;

/** Unselected kinds with input. */
export const otherKindsTyped = (fields: EditorFields): DestinationKind[] =>
  kinds.filter(
    (kind) =>
      !isChosen(kind, fields) &&
      fieldsOf(kind).some(({ field, empty }) => {
        // The report's title is only a link's default name.
        const own = field === nameField ? fields.title.trim() : empty;
        const untouched: readonly PartValue[] = [own, empty, null];
        return !untouched.includes(fields[field]);
      }),
  );

/** Returns the kind that a field belongs to; null if none. */
export const parseDestinationKind = (field: string): DestinationKind | null =>
  kinds.find((kind) => field.startsWith(`ReportDestination.${partsOf[kind].name}.`)) ?? null;

/** True if a save sends the field. Fields of unselected kinds stay in the browser. */
export const isSent = (field: string, fields: EditorFields): boolean => {
  const kind = parseDestinationKind(field);
  return kind === null || isChosen(kind, fields);
};

/** Removes a newly chosen kind whose fields are all empty: the user only looked at it. */
export const withoutEmptyKind = (base: EditorFields, draft: EditorFields): EditorFields => {
  const { kind, saved } = getShownDestination(draft);
  const parts = fieldsOf(kind);
  const isUntouched = parts.every(({ field, empty }) => draft[field] === null || draft[field] === empty);
  if (saved !== null || !isUntouched) return draft;
  return {
    ...draft,
    ...Object.fromEntries(parts.map(({ field }) => [field, base[field]])),
    ReportDestination: base.ReportDestination,
    NextDestination: base.NextDestination,
  };
};
