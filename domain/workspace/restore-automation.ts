import type { PersonalTexts } from "../filters/personal.ts";
import type { AutomationDefinition } from "./automation.ts";
import { type AutomationFields, fieldsOfAutomation, isDestinationField, withFields } from "./automation-fields.ts";
import { automationProblems } from "./automation-problems.ts";
import { automationFieldWords } from "./automation-words.ts";
import { automationFacts, automationKind, definitionOf, freshAutomation, refuseMissing } from "./automations.ts";
import { spokenDestination } from "./destination.ts";
import type { RestorableKind } from "./kind.ts";
import { sharedFileProblems } from "./start-problems.ts";
import type { Automation, AutomationFacts } from "./state.ts";

/**
 * How automated reports come back: field by field, the destination as a whole. Whether one runs is no matter of restoring: it stays as it is, and
 * one that was deleted comes back paused. `texts`: the words of what the earlier one keeps.
 */
export const restorableAutomation = (
  texts: PersonalTexts,
): RestorableKind<Automation, AutomationFacts, AutomationDefinition> => ({
  ...automationKind,
  refuseReturn: refuseMissing,
  judged: (earlier, now, state) => {
    const fresh = freshAutomation(state, []);
    const instead = now ? definitionOf(now) : fresh;
    if (!instead) throw new TypeError("What is missing for an automated report is refused before it is judged.");
    const spoken = { ...earlier, destination: spokenDestination(earlier.destination, texts) };
    const problems = automationProblems(spoken, state);
    const destination = problems.find(({ field }) => isDestinationField(field));
    const others = problems.filter(({ field }) => !isDestinationField(field));
    const kept = fieldsOfAutomation(instead, false);
    const refused = Object.fromEntries(
      [...others.map(({ field }) => field), ...(destination ? ["ReportDestination" as const] : [])].map((field) => [
        field,
        kept[field],
      ]),
    ) as Partial<AutomationFields>;
    const content = { ...withFields(earlier, refused), enabled: now?.enabled ?? false };
    const clash =
      now && content.enabled
        ? sharedFileProblems({ ...content, automationId: now.automationId }, state, "ReportDestination")
        : [];
    // Where its files go, and under which names, stays together.
    const stays =
      clash.length > 0 && now ? { title: now.title, fileType: now.fileType, destination: now.destination } : {};
    return {
      content: { ...content, ...stays },
      notRestored: [
        ...others,
        ...(destination ? [{ ...destination, field: "ReportDestination" as const }] : []),
        ...clash,
      ].map(({ field, message }) => `${automationFieldWords(field)} could not be restored. ${message}`),
    };
  },
  factsOf: automationFacts,
  whole: (content, automationId) => ({ automationId, ...content }),
  restored: (facts, now) => ({ type: "AutomationRestored", data: { ...facts, returned: now === undefined } }),
});
