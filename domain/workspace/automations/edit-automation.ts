import { type LastChange, refuseUnsaid } from "../../core/conflict.ts";
import { isRefusal } from "../../core/decider.ts";
import { type FieldProblem, refuseFields } from "../../core/field-problem.ts";
import type { Intent } from "../../core/intent.ts";
import { jsonEqual } from "../../core/json-equal.ts";
import { DestinationKind } from "../../enumerations.ts";
import type { PersonalTexts } from "../../filters/personal.ts";
import { keptTitle } from "../../text/titles.ts";
import type { WorkspaceEvent } from "../events.ts";
import type { CommandOf, Decision } from "../kind.ts";
import { mergeEdit } from "../merge-edit.ts";
import { refuseUnknown } from "../refusals.ts";
import type { Automation, WorkspaceState } from "../state.ts";
import { find } from "../things.ts";
import type { AutomationDefinition } from "./automation.ts";
import {
  type AutomationField,
  type AutomationFields,
  fieldsOfAutomation,
  isDestinationField,
  isScheduleField,
  nextDestination,
  withFields,
} from "./automation-fields.ts";
import { automationProblems, datesClash, destinationProblems } from "./automation-problems.ts";
import { automationFieldValueWords, automationFieldWords } from "./automation-words.ts";
import { automationKind, definitionOf } from "./automations.ts";
import { type FtpSetup, setupOf, spokenDestination } from "./destination.ts";
import { publicProblems, sharedFileProblems, startProblems } from "./start-problems.ts";

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
    default:
      throw new TypeError(`${field} is no field of an automated report that has an event of its own.`);
  }
};

/** What was meant, an event each: of schedule and destination one for all of it, as it was and as it is from then on. A start comes last. */
const eventsOf = (before: Automation, after: AutomationDefinition, changes: readonly Change[]): WorkspaceEvent[] => {
  const { automationId } = before;
  const isPlain = ({ field }: Change) =>
    !isScheduleField(field) && !isDestinationField(field) && field !== nextDestination;
  // A change of the kind in use drops the next destination by itself.
  const from = before.destination.kind === after.destination.kind ? (before.next ?? null) : null;
  const to = after.next ?? null;
  const meansNext = changes.some(({ field }) => field === nextDestination) && !jsonEqual(from, to);
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

/** Who last changed a field. Of a destination as a whole, whoever changed any part of it. */
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

/** The FTP server of each version of a definition, in use or not yet: a definition has one at most. */
type Move = {
  /** What was seen, and what was sent over it. */
  base: FtpSetup | undefined;
  wanted: FtpSetup | undefined;
  passwordTyped: boolean;
  /** What stands, which others may have changed since, and what would become of it. */
  current: FtpSetup | undefined;
  after: FtpSetup | undefined;
};

const isElsewhere = (one: FtpSetup | undefined, other: FtpSetup | undefined): boolean =>
  one !== undefined && other !== undefined && one.host.toLowerCase() !== other.host.toLowerCase();
const hasPasswordOf = (one: FtpSetup | undefined, other: FtpSetup | undefined): boolean =>
  one !== undefined && other !== undefined && one.password !== "" && one.password === other.password;

/**
 * A password goes to the server that it was typed for: to another one only when it is typed again, which may be the same one. A save merges
 * field by field over what stands, so that is judged as well: else one over an earlier version, whose password its sender knows, would
 * take the host from the save and today's password from the report.
 */
const strangerProblem = ({ base, wanted, passwordTyped, current, after }: Move): FieldProblem[] => {
  const isTyped = passwordTyped && hasPasswordOf(wanted, after);
  const typedFor = isTyped ? wanted : current;
  const moves =
    (!passwordTyped && isElsewhere(base, wanted) && hasPasswordOf(base, wanted)) ||
    (hasPasswordOf(typedFor, after) && isElsewhere(typedFor, after));
  const message = "The password was typed for another server. Type the password of this one.";
  return moves ? [{ field: "ReportDestination.Ftp.Password", message }] : [];
};

/** Judges a destination that isn't in use yet, if it was changed. */
const nextProblems = (
  { next: seen = null }: AutomationDefinition,
  { next = null }: AutomationDefinition,
  texts: PersonalTexts,
): FieldProblem[] =>
  next === null || jsonEqual(seen, next) ? [] : destinationProblems(spokenDestination(next, texts));

const sameKindProblem = ({ destination, next }: AutomationDefinition, changes: readonly Change[]): FieldProblem[] =>
  changes.some(({ field }) => field === nextDestination) && next?.kind === destination.kind
    ? [{ field: nextDestination, message: "Reports go there already. Change the destination itself." }]
    : [];

/** With what is typed and not meant taken away. */
const trimmed = (definition: AutomationDefinition): AutomationDefinition => ({
  ...definition,
  title: keptTitle(definition.title),
});

/** Where a shared place is told: at the title or the kind of file that brought it about, else at the folder. */
const fieldOf = (changed: AutomationField): AutomationField =>
  isDestinationField(changed) ? "ReportDestination.Ftp.DirectoryPath" : changed;

/**
 * What stands against a definition as it would be, beside what is wrong with what was sent. `starts`: a start is meant, also where the report is
 * enabled, as one that was suspended is. A report that runs goes to no public link that cannot be had: each of its slots would fail; and none goes
 * where another one that runs puts files of the same names.
 */
const refuseAfter = (
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
  const meant = (field: AutomationField) => changes.some((change) => change.field === field);
  const clash = meant("starts_from") || meant("ends_to") ? datesClash(after.schedule, meant) : undefined;
  const moves = after.enabled && changes.some(({ field }) => isDestinationField(field));
  const ofPlace = moves ? publicProblems({ automationId, kept: after.destination, starts: false }, state) : [];
  const placing = changes.find(({ field }) => field === "title" || field === "file_type" || isDestinationField(field));
  const ofFiles = placing ? sharedFileProblems({ automationId, ...after }, state, fieldOf(placing.field)) : [];
  const unfit = starts ? startProblems(automationId, after, state, texts) : [...ofPlace, ...ofFiles];
  return refuseFields([...(clash ? [clash] : []), ...unfit]);
};

/**
 * What the user meant of an automated report (D-4), field by field; a destination of another kind is one field. Texts are compared as they are
 * kept and judged as they were typed. A refusal holds nothing that came with the command, as it is remembered (ADR 21).
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
  const automation = find(automationKind, state, automationId);
  if (!automation) return refuseUnknown(automationKind.name);
  const wanted = trimmed(sent);
  const kinds = new Set([base.destination.kind, wanted.destination.kind, automation.destination.kind]);
  const apart = kinds.size === 1;
  const spoken = { ...wanted, destination: spokenDestination(wanted.destination, texts) };
  const isSameDestination = jsonEqual(base.destination, wanted.destination);
  const problems = [
    ...automationProblems(spoken, state, today).filter(
      ({ field }) => !(isSameDestination && isDestinationField(field)),
    ),
    ...nextProblems(base, wanted, texts),
  ];
  const merged = mergeEdit<AutomationFields>({
    base: fieldsOfAutomation(base, apart),
    wanted: fieldsOfAutomation(wanted, apart),
    current: fieldsOfAutomation(automation, apart),
    problems,
    collision: (conflicts) =>
      refuseUnsaid(conflicts, (field) => lastChangeOf(automation, field), {
        field: automationFieldWords,
        value: automationFieldValueWords,
      }),
  });
  if (isRefusal(merged)) return merged;
  const { changes } = merged;
  const after = withFields(
    definitionOf(automation),
    Object.fromEntries(changes.map(({ field, to }) => [field, to])) as Partial<AutomationFields>,
  );
  const [seenServer, sentServer, currentServer, serverAfter] = [base, wanted, automation, after].map((one) =>
    setupOf(one, DestinationKind.Ftp),
  );
  const stranger = refuseFields([
    ...strangerProblem({
      base: seenServer,
      wanted: sentServer,
      passwordTyped,
      current: currentServer,
      after: serverAfter,
    }),
    ...sameKindProblem(after, changes),
  ]);
  if (stranger) return stranger;
  const starts = wanted.enabled && !base.enabled;
  return refuseAfter({ automationId, after, changes, starts }, state, texts) ?? eventsOf(automation, after, changes);
};
