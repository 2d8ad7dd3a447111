import { typedRecipients } from "#domain/destinations/recipients.ts";
import { automationFieldValueWords, automationFieldWords } from "#domain/workspace/automations/automation-words.ts";
import type { CollisionWords } from "../editing/collision-dialog.tsx";
import type { ChosenDestination, EditorFields } from "./fields.ts";

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Titles of known designs or filters, by id. */
type Titles = ReadonlyMap<string, string>;

/** Texts for collisions between two windows. */
export const collisionWords = (titles: Titles): CollisionWords<EditorFields> => ({
  thing: "automated report",
  field: automationFieldWords,
  value: (field, value) => {
    if (value === null && field.startsWith("ReportDestination.")) return "Another destination";
    if (field === "ReportDestination" || field === "NextDestination")
      return capital(automationFieldValueWords(field, (value as ChosenDestination | null)?.kind ?? null));
    if (field === "ReportDestination.Email.ToMail")
      return automationFieldValueWords(field, typedRecipients(String(value)));
    if (field === "report_id" || field === "report_filter_id") return titles.get(String(value)) ?? "Another one";
    return capital(automationFieldValueWords(field, value));
  },
});
