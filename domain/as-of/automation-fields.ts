import { Frequency } from "../enumerations.ts";
import { describeHidden, hiddenText } from "../filters/hidden.ts";
import { describeFrequency } from "../schedule/describe-schedule.ts";
import { hasCustomHour } from "../schedule/frequencies.ts";
import { quoteText } from "../text/quote-text.ts";
import type { AutomationDefinition, AutomationSchedule } from "../workspace/automations/automation.ts";
import {
  type AutomationField,
  nextDestination,
  toAutomationFields,
  wholeDestination,
} from "../workspace/automations/automation-fields.ts";
import { describeAutomationFieldValue, getAutomationFieldLabel } from "../workspace/automations/automation-text.ts";
import { mapVaultTexts } from "../workspace/automations/destination.ts";
import type { WorkspaceState } from "../workspace/state.ts";
import type { DescribedField } from "./described-field.ts";

const describeTitle = (title: string | undefined): string =>
  title === undefined ? "one that was deleted" : quoteText(title);

/** Designs and filters appear with their titles at that time. */
const createValueFormatter =
  ({ reports, filters }: WorkspaceState) =>
  (field: AutomationField, value: unknown): string => {
    switch (field) {
      case "report_id":
        return describeTitle(reports.find(({ reportId }) => reportId === value)?.title);
      case "report_filter_id":
        return value === "" ? "none" : describeTitle(filters.find(({ filterId }) => filterId === value)?.title);
      case "ReportDestination.Ftp.Password":
        return value === "" ? "none" : describeHidden();
      default:
        return describeAutomationFieldValue(field, value);
    }
  };

/** Parts of a schedule that its frequency uses; the others are kept for other frequencies. */
const effectiveTiming = ({ frequency, customWeeklyDay, customMonthlyDay, customHour }: AutomationSchedule) => ({
  frequency,
  ...(frequency === Frequency.CustomWeekly && { customWeeklyDay }),
  ...(frequency === Frequency.CustomMonthly && { customMonthlyDay }),
  ...(hasCustomHour(frequency) && { customHour }),
});

const timingFields: ReadonlySet<string> = new Set<AutomationField>([
  "custom_weekly_day",
  "custom_monthly_day",
  "custom_hour",
]);

/**
 * Describes an automated report, one line per field, with the schedule as on the merchant's card. Vault texts are
 * hidden.
 */
export const describeAutomationFields = (
  definition: AutomationDefinition,
  workspace: WorkspaceState,
): DescribedField[] => {
  const formatValue = createValueFormatter(workspace);
  const hidden = { ...definition, destination: mapVaultTexts(definition.destination, () => hiddenText) };
  const [tokenized, shown] = [toAutomationFields(definition, true), toAutomationFields(hidden, true)];
  const kind = definition.destination.kind;
  const named = (field: AutomationField, value: unknown, text: string): DescribedField => ({
    key: field,
    name: getAutomationFieldLabel(field),
    value,
    text,
  });
  const line = (field: AutomationField, value: unknown, shown: unknown): DescribedField =>
    field === "schedule"
      ? named(field, effectiveTiming(definition.schedule), describeFrequency(definition.schedule))
      : named(field, value, formatValue(field, shown));
  const fields = (Object.keys(tokenized) as AutomationField[]).filter(
    (field) => !timingFields.has(field) && field !== nextDestination,
  );
  const isOfDestination = (field: string) => field.startsWith(wholeDestination);
  const next = definition.next?.kind;
  const each = (some: readonly AutomationField[]) => some.map((field) => line(field, tokenized[field], shown[field]));
  return [
    ...each(fields.filter((field) => !isOfDestination(field))),
    line(wholeDestination, kind, kind),
    ...each(fields.filter(isOfDestination)),
    ...(next === undefined ? [] : [line(nextDestination, next, next)]),
  ];
};
