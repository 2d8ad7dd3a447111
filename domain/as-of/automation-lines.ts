import { Frequency } from "../enumerations.ts";
import { hiddenSaid, hiddenText } from "../filters/hidden.ts";
import { hasCustomHour } from "../schedule/frequencies.ts";
import { rhythmInWords } from "../schedule/words.ts";
import { quoted } from "../text/quoted.ts";
import type { AutomationDefinition, AutomationSchedule } from "../workspace/automations/automation.ts";
import {
  type AutomationField,
  fieldsOfAutomation,
  nextDestination,
  wholeDestination,
} from "../workspace/automations/automation-fields.ts";
import { automationFieldValueWords, automationFieldWords } from "../workspace/automations/automation-words.ts";
import { mapKept } from "../workspace/automations/destination.ts";
import type { WorkspaceState } from "../workspace/state.ts";
import type { Line } from "./line.ts";

const titled = (title: string | undefined): string => (title === undefined ? "one that was deleted" : quoted(title));

/** A field's value in words. Designs and filters appear with their titles at that time. */
const saidIn =
  ({ reports, filters }: WorkspaceState) =>
  (field: AutomationField, value: unknown): string => {
    switch (field) {
      case "report_id":
        return titled(reports.find(({ reportId }) => reportId === value)?.title);
      case "report_filter_id":
        return value === "" ? "none" : titled(filters.find(({ filterId }) => filterId === value)?.title);
      case "ReportDestination.Ftp.Password":
        return value === "" ? "none" : hiddenSaid();
      default:
        return automationFieldValueWords(field, value);
    }
  };

/** The parts of a schedule that its frequency uses. The others are kept for another frequency. */
const rhythmOf = ({ frequency, customWeeklyDay, customMonthlyDay, customHour }: AutomationSchedule) => ({
  frequency,
  ...(frequency === Frequency.CustomWeekly && { customWeeklyDay }),
  ...(frequency === Frequency.CustomMonthly && { customMonthlyDay }),
  ...(hasCustomHour(frequency) && { customHour }),
});

/** Fields that {@link rhythmOf} covers. */
const ofRhythm: ReadonlySet<string> = new Set<AutomationField>([
  "custom_weekly_day",
  "custom_monthly_day",
  "custom_hour",
]);

/**
 * An automated report, one line per field, with the schedule in the words of the merchant's card. Destination texts
 * from the vault are hidden.
 */
export const automationLines = (definition: AutomationDefinition, workspace: WorkspaceState): Line[] => {
  const say = saidIn(workspace);
  const hidden = { ...definition, destination: mapKept(definition.destination, () => hiddenText) };
  const [kept, shown] = [fieldsOfAutomation(definition, true), fieldsOfAutomation(hidden, true)];
  const kind = definition.destination.kind;
  const named = (field: AutomationField, value: unknown, said: string): Line => ({
    key: field,
    name: automationFieldWords(field),
    value,
    said,
  });
  const line = (field: AutomationField, value: unknown, shown: unknown): Line =>
    field === "schedule"
      ? named(field, rhythmOf(definition.schedule), rhythmInWords(definition.schedule))
      : named(field, value, say(field, shown));
  const fields = (Object.keys(kept) as AutomationField[]).filter(
    (field) => !ofRhythm.has(field) && field !== nextDestination,
  );
  const isOfDestination = (field: string) => field.startsWith(wholeDestination);
  const next = definition.next?.kind;
  const each = (some: readonly AutomationField[]) => some.map((field) => line(field, kept[field], shown[field]));
  return [
    ...each(fields.filter((field) => !isOfDestination(field))),
    line(wholeDestination, kind, kind),
    ...each(fields.filter(isOfDestination)),
    ...(next === undefined ? [] : [line(nextDestination, next, next)]),
  ];
};
