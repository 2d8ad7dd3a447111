import type { FieldProblem } from "../../core/field-problem.ts";
import { DestinationKind } from "../../enumerations.ts";
import { type PersonalTexts, personalPrefix } from "../../filters/personal.ts";
import type { WorkspaceState } from "../state.ts";
import type { AutomationDefinition } from "./automation.ts";
import { type AutomationField, wholeDestination } from "./automation-fields.ts";
import { automationProblems } from "./automation-problems.ts";
import { type Destination, referencesTo, spokenDestination } from "./destination.ts";
import { type Placed, sharedFileSentence, sharingFiles } from "./file-place.ts";
import { cleanedName, publicUrlIsPossible } from "./public-name.ts";

export type Problem = FieldProblem<AutomationField>;

const directoryField = "ReportDestination.Ftp.DirectoryPath";

/** A text that was erased is the recipient's, or part of the address: nothing could be sent. `then`: what is to be done. */
export const erasedProblems = (kept: Destination, texts: PersonalTexts, then: "start" | "enter"): Problem[] =>
  referencesTo([kept], personalPrefix).every((reference) => texts.has(reference))
    ? []
    : [
        {
          field: wholeDestination,
          message:
            then === "start"
              ? "A value of the destination was erased. Enter it again, then start the automated report."
              : "A value of it was erased since. Enter it again.",
        },
      ];

/** A public link that cannot be had: of a report that is started, and of one that runs and gets another name. */
export const publicProblems = (
  { automationId, kept, starts }: { automationId: string; kept: Destination; starts: boolean },
  { automations }: Pick<WorkspaceState, "automations">,
): Problem[] => {
  if (kept.kind !== DestinationKind.PublicUrl) return [];
  if (publicUrlIsPossible({ automationId, destination: kept }, automations)) return [];
  const what =
    cleanedName(kept.reportName) === ""
      ? "The public link needs a name. Type one"
      : "Another automated report has this public name. Type another one";
  const message = starts ? `${what}, then start the automated report.` : `${what}.`;
  return [{ field: "ReportDestination.PublicUrl.ReportName", message }];
};

/**
 * Two reports of a shop never write one file (ADR 84): told of a report that is started, or whose title, kind of file or destination changes,
 * while another one that runs has that place.
 * @param field where it is told, as it can be mended there
 */
export const sharedFileProblems = (
  one: Placed,
  { automations }: Pick<WorkspaceState, "automations">,
  field: AutomationField,
): Problem[] => {
  const [other] = sharingFiles(
    one,
    automations.filter(({ enabled }) => enabled),
  );
  return other ? [{ field, message: sharedFileSentence(other.title) }] : [];
};

/**
 * What stands against starting a report: only what is whole, and can reach somebody, is started. Days that have passed are no problem.
 * @param kept its definition as it would be, its destination with references
 * @param texts those of its destination
 */
export const startProblems = (
  automationId: string,
  kept: AutomationDefinition,
  state: WorkspaceState,
  texts: PersonalTexts,
): Problem[] => {
  const { destination } = kept;
  const problems = automationProblems({ ...kept, destination: spokenDestination(destination, texts) }, state);
  return [
    ...problems,
    ...erasedProblems(destination, texts, "start"),
    ...publicProblems({ automationId, kept: destination, starts: true }, state),
    ...sharedFileProblems({ automationId, ...kept }, state, directoryField),
  ];
};
