import { hiddenSaid, hiddenText } from "../filters/hidden.ts";
import { quoted } from "../text/quoted.ts";
import type { AutomationDefinition } from "../workspace/automation.ts";
import { type AutomationField, fieldsOfAutomation, wholeDestination } from "../workspace/automation-fields.ts";
import { automationFieldValueWords, automationFieldWords } from "../workspace/automation-words.ts";
import { mapKept } from "../workspace/destination.ts";
import type { WorkspaceState } from "../workspace/state.ts";
import type { Line } from "./line.ts";

const titled = (title: string | undefined): string => (title === undefined ? "one that was deleted" : quoted(title));

/** What a field says; a design or filter by the title that it had then. */
const saidIn =
  ({ reports, filters }: WorkspaceState) =>
  (field: AutomationField, value: unknown): string => {
    switch (field) {
      case "report_id":
        return titled(reports.find(({ reportId }) => reportId === value)?.title);
      case "report_filter_id":
        return titled(filters.find(({ filterId }) => filterId === value)?.title);
      case "ReportDestination.Ftp.Password":
        return value === "" ? "none" : hiddenSaid();
      default:
        return automationFieldValueWords(field, value);
    }
  };

/** An automated report field by field: texts of its destination that the vault keeps are hidden. */
export const automationLines = (definition: AutomationDefinition, workspace: WorkspaceState): Line[] => {
  const say = saidIn(workspace);
  const hidden = { ...definition, destination: mapKept(definition.destination, () => hiddenText) };
  const [kept, shown] = [fieldsOfAutomation(definition, true), fieldsOfAutomation(hidden, true)];
  const kind = definition.destination.kind;
  const line = (field: AutomationField, value: unknown, said: unknown): Line => ({
    key: field,
    name: automationFieldWords(field),
    value,
    said: say(field, said),
  });
  const fields = Object.keys(kept) as AutomationField[];
  const isOfDestination = (field: string) => field.startsWith(wholeDestination);
  const each = (some: readonly AutomationField[]) => some.map((field) => line(field, kept[field], shown[field]));
  return [
    ...each(fields.filter((field) => !isOfDestination(field))),
    line(wholeDestination, kind, kind),
    ...each(fields.filter(isOfDestination)),
  ];
};
