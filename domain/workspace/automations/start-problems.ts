import type { FieldProblem } from "../../core/field-problem.ts";
import { DestinationKind } from "../../enumerations.ts";
import { type PersonalTexts, personalPrefix } from "../../filters/personal.ts";
import type { WorkspaceState } from "../state.ts";
import type { AutomationDefinition } from "./automation.ts";
import { type AutomationField, wholeDestination } from "./automation-fields.ts";
import { automationProblems } from "./automation-problems.ts";
import { type Destination, detokenizeDestination, listVaultReferences } from "./destination.ts";
import { type FileLocation, fileConflictMessage, findFileConflicts } from "./file-conflicts.ts";
import { cleanPublicName, isPublicUrlAvailable } from "./public-name.ts";

export type Problem = FieldProblem<AutomationField>;

const directoryField = "ReportDestination.Ftp.DirectoryPath";

/** Refuses erased texts: nothing could be sent without them. `then`: the advice. */
export const erasedProblems = (kept: Destination, texts: PersonalTexts, then: "start" | "enter"): Problem[] =>
  listVaultReferences([kept], personalPrefix).every((reference) => texts.has(reference))
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

/** Refuses an unavailable public link, at a start or a running report's change. */
export const publicProblems = (
  { automationId, kept: destination, starts }: { automationId: string; kept: Destination; starts: boolean },
  { automations }: Pick<WorkspaceState, "automations">,
): Problem[] => {
  if (destination.kind !== DestinationKind.PublicUrl) return [];
  if (isPublicUrlAvailable({ automationId, destination }, automations)) return [];
  const what =
    cleanPublicName(destination.reportName) === ""
      ? "The public link needs a name. Enter one"
      : "Another automated report has this public name. Enter another one";
  const message = starts ? `${what}, then start the automated report.` : `${what}.`;
  return [{ field: "ReportDestination.PublicUrl.ReportName", message }];
};

/**
 * Refuses files that a running report writes too (ADR 84), at a start or a change of title, file type or destination.
 * @param field reports the problem
 */
export const fileConflictProblems = (
  one: FileLocation,
  { automations }: Pick<WorkspaceState, "automations">,
  field: AutomationField,
): Problem[] => {
  const [other] = findFileConflicts(
    one,
    automations.filter(({ enabled }) => enabled),
  );
  return other ? [{ field, message: fileConflictMessage(other.title) }] : [];
};

/**
 * Lists what keeps a report from starting. Only complete reports that can reach someone start. Past days are valid
 * (R-42).
 * @param kept the resulting definition, tokenized
 * @param texts plaintext of its destination
 */
export const startProblems = (
  automationId: string,
  automation: AutomationDefinition,
  state: WorkspaceState,
  texts: PersonalTexts,
): Problem[] => {
  const { destination } = automation;
  const problems = automationProblems({ ...automation, destination: detokenizeDestination(destination, texts) }, state);
  return [
    ...problems,
    ...erasedProblems(destination, texts, "start"),
    ...publicProblems({ automationId, kept: destination, starts: true }, state),
    ...fileConflictProblems({ automationId, ...automation }, state, directoryField),
  ];
};
