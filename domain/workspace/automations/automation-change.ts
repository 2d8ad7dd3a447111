import { isJsonEqual } from "../../core/is-json-equal.ts";
import { AutomationStatus } from "../../enumerations.ts";
import { type PersonalTexts, toErasedPlaintext } from "../../filters/personal.ts";
import type { AutomationEvent } from "../events.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automation.ts";
import {
  type AutomationField,
  fieldsOfDestination,
  fieldsOfSchedule,
  isDestinationField,
  isScheduleField,
  nextDestination,
  toAutomationFields,
  wholeDestination,
} from "./automation-fields.ts";
import { describeAutomationFieldChange, getAutomationFieldLabel } from "./automation-text.ts";
import { type Destination, isReadableReference } from "./destination.ts";

/** A field's change, with tokenized texts. A destination of another kind is named by its kind only. */
export type FieldChange = { field: AutomationField; from: unknown; to: unknown };

/** Lists differences in the order of `to`. */
const listDifferences = (from: object, to: object): FieldChange[] =>
  Object.keys(to).flatMap((name) => {
    const field = name as AutomationField;
    const [before, after] = [from, to].map((one) => one[field as keyof typeof one]);
    return isJsonEqual(before, after) ? [] : [{ field, from: before, to: after }];
  });

const scheduleChanges = (from: AutomationSchedule, to: AutomationSchedule): FieldChange[] =>
  listDifferences(fieldsOfSchedule(from), fieldsOfSchedule(to));

/** Compares fields; the whole destination if its kind changed. */
const destinationChanges = (from: Destination, to: Destination): FieldChange[] =>
  from.kind === to.kind
    ? listDifferences(fieldsOfDestination(from), fieldsOfDestination(to))
    : [{ field: wholeDestination, from: from.kind, to: to.kind }];

/** Names the next destination by its kind, even for edits within it. */
const nextChange = (from: Destination | null | undefined, to: Destination | null | undefined): FieldChange => ({
  field: nextDestination,
  from: to ? null : (from?.kind ?? null),
  to: to?.kind ?? null,
});

/** Lists the changed fields of a definition. */
export const compareDefinitions = (from: AutomationDefinition, to: AutomationDefinition): FieldChange[] => {
  const apart = from.destination.kind === to.destination.kind;
  const changes = listDifferences(toAutomationFields(from, apart), toAutomationFields(to, apart));
  return changes.map((change) => {
    if (change.field === wholeDestination) return { ...change, from: from.destination.kind, to: to.destination.kind };
    return change.field === nextDestination ? nextChange(from.next, to.next) : change;
  });
};

type Edited = Exclude<
  AutomationEvent["type"],
  "AutomationCreated" | "AutomationCloned" | "AutomationDeleted" | "AutomationRestored"
>;

/** Returns the fields that an edit's event changed. */
export const fieldsChangedBy = ({ type, data }: Extract<AutomationEvent, { type: Edited }>): FieldChange[] => {
  switch (type) {
    case "AutomationRenamed":
      return [{ field: "title", from: data.from, to: data.to }];
    case "AutomationStarted":
      return [{ field: "status", from: AutomationStatus.Paused, to: AutomationStatus.Active }];
    case "AutomationPaused":
      return [{ field: "status", from: AutomationStatus.Active, to: AutomationStatus.Paused }];
    case "AutomationDesignChosen":
      return [{ field: "report_id", from: data.from, to: data.to }];
    case "AutomationFilterChosen":
      return [{ field: "report_filter_id", from: data.from, to: data.to }];
    case "AutomationFileTypeChanged":
      return [{ field: "file_type", from: data.from, to: data.to }];
    case "AutomationEmptyReportsChanged":
      return [{ field: "export_empty_reports", from: data.from, to: data.to }];
    case "AutomationDateFilterChanged":
      return [{ field: "apply_date_filter", from: data.from, to: data.to }];
    case "AutomationDateBasisChanged":
      return [{ field: "date_basis", from: data.from, to: data.to }];
    case "AutomationScheduleChanged":
      return scheduleChanges(data.from, data.to);
    case "AutomationDestinationChanged":
      return destinationChanges(data.from, data.to);
    case "AutomationNextDestinationChanged":
      return [nextChange(data.from, data.to)];
  }
};

/** Edits with the same key are joined. A whole schedule counts as one field, a whole destination too. */
export const toEditGroupKey = (changes: readonly FieldChange[]): string => {
  const [first] = changes;
  if (first === undefined) return "";
  if (isScheduleField(first.field)) return "schedule";
  return isDestinationField(first.field) ? wholeDestination : first.field;
};

/** Joins two edits, from before the first to after the second. */
export const joinFieldChanges = (first: readonly FieldChange[], second: readonly FieldChange[]): FieldChange[] => {
  const later = new Map(second.map((change) => [change.field, change]));
  const joined = first.map((change) => ({ ...change, to: later.get(change.field)?.to ?? change.to }));
  const known = new Set(first.map(({ field }) => field));
  return [...joined, ...second.filter(({ field }) => !known.has(field))];
};

const references = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isReadableReference);

/** Lists vault references, without those to secrets. */
export const referencesInFields = (changes: readonly FieldChange[]): string[] =>
  changes.flatMap(({ from, to }) => [from, to].flatMap(references));

const detokenizeFieldValue = (value: unknown, say: (reference: string) => string): unknown => {
  const one = (text: unknown) => (isReadableReference(text) ? say(text) : text);
  return Array.isArray(value) ? value.map(one) : one(value);
};

/** Secrets stay tokenized. */
export const detokenizeFields = (changes: readonly FieldChange[], texts: PersonalTexts): FieldChange[] =>
  changes.map((change) => {
    const say = (reference: string) => texts.get(reference) ?? toErasedPlaintext(reference);
    return { ...change, from: detokenizeFieldValue(change.from, say), to: detokenizeFieldValue(change.to, say) };
  });

/** Describes each changed field in a sentence. Needs plaintext. */
export const describeFieldChanges = (changes: readonly FieldChange[]): string[] =>
  changes.map(({ field, from, to }) =>
    isJsonEqual(from, to)
      ? `${getAutomationFieldLabel(field)}: changed and changed back.`
      : describeAutomationFieldChange(field, from, to),
  );
