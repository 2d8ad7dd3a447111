import { isJsonEqual } from "../../core/is-json-equal.ts";
import type { PersonalTexts } from "../../filters/personal.ts";
import type { RestorableItemKind } from "../item-kind.ts";
import type { Automation, AutomationFacts, WorkspaceState } from "../state.ts";
import type { AutomationDefinition } from "./automation.ts";
import { type AutomationFields, isDestinationField, toAutomationFields, withFields } from "./automation-fields.ts";
import { automationProblems } from "./automation-problems.ts";
import { getAutomationFieldLabel } from "./automation-text.ts";
import {
  automationFacts,
  automationKind,
  createDefinition,
  findMissingParts,
  toDefinition,
  withoutNext,
} from "./automations.ts";
import { type Destination, detokenizeDestination } from "./destination.ts";
import { erasedProblems, fileConflictProblems, type Problem, publicProblems } from "./start-problems.ts";

/** A bad destination would fail this running report's slots, or another report's. */
const destinationProblemsNow = (
  { automationId }: Automation,
  tokenized: Destination,
  state: WorkspaceState,
  texts: PersonalTexts,
): Problem[] =>
  [
    ...erasedProblems(tokenized, texts, "enter"),
    ...publicProblems({ automationId, kept: tokenized, starts: false }, state),
  ].slice(0, 1);

/**
 * Restores field by field, the destination as a whole. `enabled` stays; a deleted report returns paused. A running
 * report keeps its destination if files couldn't arrive at the earlier one (R-48, ADR 84). `texts`: plaintext of the
 * earlier version.
 */
export const restorableAutomation = (
  texts: PersonalTexts,
): RestorableItemKind<Automation, AutomationFacts, AutomationDefinition> => ({
  ...automationKind,
  refuseReturn: findMissingParts,
  adaptToCurrentRules: (asItWas, now, state) => {
    const earlier = withoutNext(asItWas);
    const fresh = createDefinition(state, []);
    const instead = now ? toDefinition(now) : fresh;
    if (!instead) throw new TypeError("What is missing for an automated report is refused before it is judged.");
    const plaintext = { ...earlier, destination: detokenizeDestination(earlier.destination, texts) };
    // A version without a filter stays so, unless one was chosen since.
    const lacksFilter = earlier.filterId === "" && instead.filterId === "";
    const problems = automationProblems(plaintext, state).filter(
      ({ field }) => !(lacksFilter && field === "report_filter_id"),
    );
    const destination = problems.find(({ field }) => isDestinationField(field));
    const others = problems.filter(({ field }) => !isDestinationField(field));
    const tokenized = toAutomationFields(instead, false);
    const refused = Object.fromEntries(
      [...others.map(({ field }) => field), ...(destination ? ["ReportDestination" as const] : [])].map((field) => [
        field,
        tokenized[field],
      ]),
    ) as Partial<AutomationFields>;
    const then = { ...withFields(earlier, refused), enabled: now?.enabled ?? false };
    const runs = now?.enabled ? now : undefined;
    const unreachable =
      runs && !isJsonEqual(then.destination, runs.destination)
        ? destinationProblemsNow(runs, then.destination, state, texts)
        : [];
    const content = runs && unreachable.length > 0 ? { ...then, destination: runs.destination } : then;
    const clash = runs
      ? fileConflictProblems({ ...content, automationId: runs.automationId }, state, "ReportDestination")
      : [];
    // The destination and the file names stay together.
    const stays =
      clash.length > 0 && runs ? { title: runs.title, fileType: runs.fileType, destination: runs.destination } : {};
    return {
      content: { ...content, ...stays },
      notRestored: [
        ...others,
        ...[...(destination ? [destination] : []), ...unreachable].map(({ message }) => ({
          field: "ReportDestination" as const,
          message,
        })),
        ...clash,
      ].map(({ field, message }) => `${getAutomationFieldLabel(field)} could not be restored. ${message}`),
    };
  },
  factsOf: automationFacts,
  whole: (content, automationId) => ({ automationId, ...content }),
  restored: (facts, now) => ({ type: "AutomationRestored", data: { ...facts, returned: now === undefined } }),
});
