import { splitRecipients } from "#domain/destinations/recipients.ts";
import {
  describeAutomationFieldValue,
  getAutomationFieldLabel,
} from "#domain/workspace/automations/automation-text.ts";
import type { CollisionTexts } from "../editing/collision-dialog.tsx";
import type { ChosenDestination, EditorFields } from "./fields.ts";

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Titles of known designs and filters, by id. */
type Titles = ReadonlyMap<string, string>;

/** Texts for collisions between two windows. */
export const collisionTexts = (titles: Titles): CollisionTexts<EditorFields> => ({
  thing: "automated report",
  field: getAutomationFieldLabel,
  value: (field, value) => {
    if (value === null && field.startsWith("ReportDestination.")) return "Another destination";
    if (field === "ReportDestination" || field === "NextDestination")
      return capital(describeAutomationFieldValue(field, (value as ChosenDestination | null)?.kind ?? null));
    if (field === "ReportDestination.Email.ToMail")
      return describeAutomationFieldValue(field, splitRecipients(String(value)));
    if (field === "report_id" || field === "report_filter_id") return titles.get(String(value)) ?? "Another one";
    return capital(describeAutomationFieldValue(field, value));
  },
});
