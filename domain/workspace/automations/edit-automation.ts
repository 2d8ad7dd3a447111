import { type LastChange, refuseConflictsWithoutWanted } from "../../core/conflict.ts";
import { isRefusal } from "../../core/decider.ts";
import { type FieldProblem, refuseFields } from "../../core/field-problem.ts";
import type { Intent } from "../../core/intent.ts";
import { isJsonEqual } from "../../core/is-json-equal.ts";
import { DestinationKind } from "../../enumerations.ts";
import type { PersonalTexts } from "../../filters/personal.ts";
import { normalizeTitle } from "../../text/titles.ts";
import type { WorkspaceEvent } from "../events.ts";
import type { CommandOf, Decision } from "../item-kind.ts";
import { findItem } from "../items.ts";
import { mergeEdit } from "../merge-edit.ts";
import { refuseUnknown } from "../refusals.ts";
import type { Automation, WorkspaceState } from "../state.ts";
import type { AutomationDefinition } from "./automation.ts";
import {
  type AutomationField,
  type AutomationFields,
  isDestinationField,
  isScheduleField,
  nextDestination,
  toAutomationFields,
  withFields,
} from "./automation-fields.ts";
import { automationProblems, destinationProblems, findDateClash } from "./automation-problems.ts";
import { describeAutomationFieldValue, getAutomationFieldLabel } from "./automation-text.ts";
import { automationKind, toDefinition } from "./automations.ts";
import { detokenizeDestination, type FtpSetup, findSetup } from "./destination.ts";
import { fileConflictProblems, publicProblems, startProblems } from "./start-problems.ts";

type Change = Intent<AutomationFields>[number];

const plainEvent = (automationId: string, { field, from, to }: Change): WorkspaceEvent => {
  switch (field) {
    case "title":
      return { type: "AutomationRenamed", data: { automationId, from, to } };
    case "status":
      return { type: to === 0 ? "AutomationStarted" : "AutomationPaused", data: { automationId } };
    case "report_id":
      return { type: "AutomationDesignChosen", data: { automationId, from, to } };
    case "report_filter_id":
      return { type: "AutomationFilterChosen", data: { automationId, from, to } };
    case "file_type":
      return { type: "AutomationFileTypeChanged", data: { automationId, from, to } };
    case "export_empty_reports":
      return { type: "AutomationEmptyReportsChanged", data: { automationId, from, to } };
    case "apply_date_filter":
      return { type: "AutomationDateFilterChanged", data: { automationId, from, to } };
    case "date_basis":
      return { type: "AutomationDateBasisChanged", data: { automationId, from, to } };
    default:
      throw new TypeError(`${field} isn't a field of an automated report that has an event of its own.`);
  }
};

/** One event per changed field, one for the whole schedule or destination. Starts come last. */
const eventsOf = (before: Automation, after: AutomationDefinition, changes: readonly Change[]): WorkspaceEvent[] => {
  const { automationId } = before;
  const isPlain = ({ field }: Change) =>
    !isScheduleField(field) && !isDestinationField(field) && field !== nextDestination;
  // Another kind in use drops the next destination implicitly.
  const from = before.destination.kind === after.destination.kind ? (before.next ?? null) : null;
  const to = after.next ?? null;
  const meansNext = changes.some(({ field }) => field === nextDestination) && !isJsonEqual(from, to);
  const plain = changes.filter((change) => isPlain(change) && change.field !== "status");
  const status = changes.filter(({ field }) => field === "status");
  const events = (some: readonly Change[]) => some.map((change) => plainEvent(automationId, change));
  return [
    ...events(plain),
    ...(changes.some(({ field }) => isScheduleField(field))
      ? [
          {
            type: "AutomationScheduleChanged" as const,
            data: { automationId, from: before.schedule, to: after.schedule },
          },
        ]
      : []),
    ...(changes.some(({ field }) => isDestinationField(field))
      ? [
          {
            type: "AutomationDestinationChanged" as const,
            data: { automationId, from: before.destination, to: after.destination },
          },
        ]
      : []),
    ...(meansNext ? [{ type: "AutomationNextDestinationChanged" as const, data: { automationId, from, to } }] : []),
    ...events(status),
  ];
};

/** The whole destination has the newest change of any of its fields. */
const lastChangeOf = (automation: Automation, field: AutomationField): LastChange | undefined => {
  const own = automation.changes[field];
  if (own || !isDestinationField(field)) return own;
  return Object.entries(automation.changes)
    .flatMap(([other, change]) => (isDestinationField(other) && change ? [change] : []))
    .reduce<LastChange | undefined>(
      (newest, one) => (newest && newest.instant >= one.instant ? newest : one),
      undefined,
    );
};

/** The FTP server in each version, in use or not yet; one at most. */
type ServerChange = {
  /** Seen and sent by the user. */
  base: FtpSetup | undefined;
  submitted: FtpSetup | undefined;
  passwordTyped: boolean;
  /** `current`: perhaps changed by others since. `updated`: the result. */
  current: FtpSetup | undefined;
  updated: FtpSetup | undefined;
};

const hasOtherHost = (one: FtpSetup | undefined, other: FtpSetup | undefined): boolean =>
  one !== undefined && other !== undefined && one.host.toLowerCase() !== other.host.toLowerCase();
const hasPasswordOf = (one: FtpSetup | undefined, other: FtpSetup | undefined): boolean =>
  one !== undefined && other !== undefined && one.password !== "" && one.password === other.password;

/**
 * Refuses to send a password to another server than it was typed for, also in the merged result: an edit based on an
 * old version could combine its host with today's password.
 */
const passwordReuseProblem = ({ base, submitted, passwordTyped, current, updated }: ServerChange): FieldProblem[] => {
  const isTyped = passwordTyped && hasPasswordOf(submitted, updated);
  const typedFor = isTyped ? submitted : current;
  const moves =
    (!passwordTyped && hasOtherHost(base, submitted) && hasPasswordOf(base, submitted)) ||
    (hasPasswordOf(typedFor, updated) && hasOtherHost(typedFor, updated));
  const message = "That password was entered for another server. Enter the password for this one.";
  return moves ? [{ field: "ReportDestination.Ftp.Password", message }] : [];
};

/** Validates a changed destination that isn't in use yet. */
const nextProblems = (
  { next: seen = null }: AutomationDefinition,
  { next = null }: AutomationDefinition,
  texts: PersonalTexts,
): FieldProblem[] =>
  next === null || isJsonEqual(seen, next) ? [] : destinationProblems(detokenizeDestination(next, texts));

const sameKindProblem = ({ destination, next }: AutomationDefinition, changes: readonly Change[]): FieldProblem[] =>
  changes.some(({ field }) => field === nextDestination) && next?.kind === destination.kind
    ? [{ field: nextDestination, message: "Reports go there already. Change the destination itself." }]
    : [];

const normalizeDefinition = (definition: AutomationDefinition): AutomationDefinition => ({
  ...definition,
  title: normalizeTitle(definition.title),
});

/** Reports a file clash at the changed title or file type, else at the folder. */
const conflictField = (changed: AutomationField): AutomationField =>
  isDestinationField(changed) ? "ReportDestination.Ftp.DirectoryPath" : changed;

/**
 * Validates the result. A running report must not get an unavailable public link, because every slot would fail, or
 * write another report's files. `starts`: the edit starts the report, even an enabled but suspended one.
 */
const refuseInvalidResult = (
  {
    automationId,
    after,
    changes,
    starts,
  }: {
    automationId: string;
    after: AutomationDefinition;
    changes: readonly Change[];
    starts: boolean;
  },
  state: WorkspaceState,
  texts: PersonalTexts,
) => {
  const isChanged = (field: AutomationField) => changes.some((change) => change.field === field);
  const clash = isChanged("starts_from") || isChanged("ends_to") ? findDateClash(after.schedule, isChanged) : undefined;
  const moves = after.enabled && changes.some(({ field }) => isDestinationField(field));
  const ofPlace = moves ? publicProblems({ automationId, kept: after.destination, starts: false }, state) : [];
  const placing = changes.find(({ field }) => field === "title" || field === "file_type" || isDestinationField(field));
  const ofFiles = placing ? fileConflictProblems({ automationId, ...after }, state, conflictField(placing.field)) : [];
  const unfit = starts ? startProblems(automationId, after, state, texts) : [...ofPlace, ...ofFiles];
  return refuseFields([...(clash ? [clash] : []), ...unfit]);
};

/**
 * Edits field by field (D-4); a destination of another kind is one field. Compares tokenized texts, validates
 * plaintext. A refusal must not contain the input (ADR 21).
 */
export const updateAutomation = (
  {
    automationId,
    base,
    wanted: sent,
    texts,
    today,
    passwordTyped = false,
  }: Omit<CommandOf<"UpdateAutomation">, "context">,
  state: WorkspaceState,
): Decision => {
  const automation = findItem(automationKind, state, automationId);
  if (!automation) return refuseUnknown(automationKind.name);
  const submitted = normalizeDefinition(sent);
  const kinds = new Set([base.destination.kind, submitted.destination.kind, automation.destination.kind]);
  const apart = kinds.size === 1;
  const plaintext = { ...submitted, destination: detokenizeDestination(submitted.destination, texts) };
  const isSameDestination = isJsonEqual(base.destination, submitted.destination);
  const problems = [
    ...automationProblems(plaintext, state, today).filter(
      ({ field }) => !(isSameDestination && isDestinationField(field)),
    ),
    ...nextProblems(base, submitted, texts),
  ];
  const merged = mergeEdit<AutomationFields>({
    base: toAutomationFields(base, apart),
    submitted: toAutomationFields(submitted, apart),
    current: toAutomationFields(automation, apart),
    problems,
    refuseConflicts: (conflicts) =>
      refuseConflictsWithoutWanted(conflicts, (field) => lastChangeOf(automation, field), {
        field: getAutomationFieldLabel,
        value: describeAutomationFieldValue,
      }),
  });
  if (isRefusal(merged)) return merged;
  const { changes } = merged;
  const after = withFields(
    toDefinition(automation),
    Object.fromEntries(changes.map(({ field, to }) => [field, to])) as Partial<AutomationFields>,
  );
  const [seenServer, sentServer, currentServer, serverAfter] = [base, submitted, automation, after].map((one) =>
    findSetup(one, DestinationKind.Ftp),
  );
  const stranger = refuseFields([
    ...passwordReuseProblem({
      base: seenServer,
      submitted: sentServer,
      passwordTyped,
      current: currentServer,
      updated: serverAfter,
    }),
    ...sameKindProblem(after, changes),
  ]);
  if (stranger) return stranger;
  const starts = submitted.enabled && !base.enabled;
  return (
    refuseInvalidResult({ automationId, after, changes, starts }, state, texts) ?? eventsOf(automation, after, changes)
  );
};
