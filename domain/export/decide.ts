import { type Refusal, refuse } from "../core/decider.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import { dayMs, maxExtensionDays } from "../retention/retention.ts";
import type { ExportCommand } from "./commands.ts";
import type { ExportEvent } from "./events.ts";
import { type ExistingExport, type ExportState, hasEnded } from "./state.ts";

/** Attempts that may be lost with their workers; the next start fails the export (D-5). */
export const maxAttempts = 3;

/** Leases that may be lost. Both limits together stay below the ten claims that dead-letter a job. */
const maxLeasesLost = 5;

const workersLostMessage = `This report was started ${maxAttempts} times but the server stopped or hung each time. Run it again.`;
const leasesLostMessage = `This report was interrupted ${maxLeasesLost} times because the server was too busy. Run it again later.`;

/** Counts the attempts lost if another one starts now, except those handed back or that only lost their lease. */
export const countLostAttempts = ({
  attempt,
  handedBack,
  leasesLost,
}: Pick<Extract<ExportState, { status: "running" }>, "attempt" | "handedBack" | "leasesLost">): number =>
  attempt - handedBack - leasesLost;

type Decision = readonly ExportEvent[] | Refusal;
type CommandOf<Type extends ExportCommand["type"]> = Extract<ExportCommand, { type: Type }>;

const refuseEnded = (state: ExistingExport): Refusal =>
  refuse("rule", `The export is already ${state.status}. There is nothing left to do.`);
const refuseSupersededAttempt = (attempt: number, state: ExistingExport): Refusal =>
  refuse("rule", `Attempt ${attempt} was overtaken by attempt ${state.attempt}. Discard what it has made.`);

const request = (command: CommandOf<"RequestExport">, state: ExportState): Decision => {
  const { type: _, context: __, ...facts } = command;
  if (state.status === "unknown") return [{ type: "ExportRequested", data: facts }];
  return isJsonEqual(facts, state.facts)
    ? []
    : refuse("rule", "An export with this id was requested with different inputs. Use a new id.");
};

const start = ({ worker }: CommandOf<"StartExport">, state: ExistingExport): Decision => {
  switch (state.status) {
    case "requested":
    case "running": {
      const isStopped = countLostAttempts(state) >= maxAttempts;
      if (!isStopped && state.leasesLost < maxLeasesLost)
        return [{ type: "ExportStarted", data: { attempt: state.attempt + 1, worker } }];
      const reason = isStopped ? workersLostMessage : leasesLostMessage;
      return [{ type: "ExportFailed", data: { attempt: state.attempt, code: "attempts-lost", reason } }];
    }
    // The worker that should have confirmed is gone.
    case "cancel-requested":
      return [{ type: "ExportCanceled", data: {} }];
    default:
      return refuseEnded(state);
  }
};

/** Finishes an export. Only the newest attempt can finish, and not after a cancel request (D-5). */
const finish = (command: CommandOf<"FinishExport">, state: ExistingExport): Decision => {
  const { type: _, context: __, ...file } = command;
  switch (state.status) {
    case "running":
      return command.attempt === state.attempt
        ? [{ type: "ExportFinished", data: file }]
        : refuseSupersededAttempt(command.attempt, state);
    case "finished": {
      const { ownTime: expiresAt = state.file.expiresAt, ...known } = state.file;
      return isJsonEqual(file, { ...known, expiresAt }) ? [] : refuseEnded(state);
    }
    case "cancel-requested":
      return refuse("rule", "The export is being canceled. Discard the file and confirm the cancel.");
    case "requested":
      return refuse("rule", "The export has not started. Start an attempt first.");
    default:
      return refuseEnded(state);
  }
};

const handBack = ({ attempt }: CommandOf<"HandBackExport">, state: ExistingExport): Decision => {
  switch (state.status) {
    case "running":
      return attempt === state.attempt
        ? [{ type: "ExportHandedBack", data: { attempt } }]
        : refuseSupersededAttempt(attempt, state);
    case "requested":
      return refuse("rule", "The export is not running. There is nothing to hand back.");
    case "cancel-requested":
      return refuse("rule", "The export is being canceled. Confirm the cancel instead.");
    default:
      return refuseEnded(state);
  }
};

/** Records a lost lease. The next attempt may have begun before the worker noticed. */
const recordLeaseLost = ({ attempt }: CommandOf<"NoteLeaseLost">, state: ExistingExport): Decision => {
  if (state.status === "running" && attempt <= state.attempt) return [{ type: "ExportLeaseLost", data: { attempt } }];
  return refuse("rule", `The export is ${state.status}. A lost lease counts for nothing then.`);
};

const fail = ({ attempt, code, reason }: CommandOf<"FailExport">, state: ExistingExport): Decision => {
  if (hasEnded(state))
    return state.status === "failed" && isJsonEqual([attempt, code, reason], [state.attempt, state.code, state.reason])
      ? []
      : refuseEnded(state);
  return attempt === state.attempt
    ? [{ type: "ExportFailed", data: { attempt, code, reason } }]
    : refuseSupersededAttempt(attempt, state);
};

const cancel = (state: ExistingExport): Decision => {
  switch (state.status) {
    case "requested":
      return [{ type: "ExportCanceled", data: {} }];
    case "running":
      return [{ type: "ExportCancelRequested", data: {} }];
    case "cancel-requested":
      return [];
    default:
      return refuseEnded(state);
  }
};

const confirmCancel = ({ attempt }: CommandOf<"ConfirmCancel">, state: ExistingExport): Decision => {
  switch (state.status) {
    case "cancel-requested":
      return attempt === state.attempt
        ? [{ type: "ExportCanceled", data: {} }]
        : refuseSupersededAttempt(attempt, state);
    case "canceled":
      return [];
    case "requested":
    case "running":
      return refuse("rule", "Nobody asked to cancel this export. Continue it.");
    default:
      return refuseEnded(state);
  }
};

const shownDay = (instant: string): string => instant.slice(0, 10);

/** Changes the expiry of an existing file (ADR 102). */
const keepUntil = ({ seen, until, context }: CommandOf<"KeepFileUntil">, state: ExistingExport): Decision => {
  if (state.status !== "finished") return refuse("rule", "This export no longer has a file. Ask for it again instead.");
  const { expiresAt: from, ownTime = from } = state.file;
  if (seen !== from)
    return refuse(
      "conflict",
      `Somebody changed this: the file is now kept until ${shownDay(from)}. Cancel, check the page and try again.`,
    );
  if (until === from) return [];
  const [own, wanted] = [Date.parse(ownTime), Date.parse(until)];
  if (until !== ownTime && wanted <= Math.max(own, Date.parse(context.instant)))
    return refuse("rule", "A file can't be removed before its original expiry. Choose more days.");
  if (wanted - own > maxExtensionDays * dayMs)
    return refuse(
      "rule",
      `A file is kept at most ${maxExtensionDays} days beyond its original expiry, which was ${shownDay(ownTime)}. Choose fewer days.`,
    );
  return [{ type: "ExportRetentionChanged", data: { from, to: until, longer: until !== ownTime } }];
};

/** Records that a file expired. A command before the expiry may be of an obsolete job (D-2, R-39). */
const expire = ({ context }: CommandOf<"ExpireExport">, state: ExistingExport): Decision => {
  switch (state.status) {
    case "finished":
      return Date.parse(context.instant) >= Date.parse(state.file.expiresAt)
        ? [{ type: "ExportExpired", data: {} }]
        : refuse("rule", `The file stays until ${state.file.expiresAt}. Ask again then.`);
    case "expired":
      return [];
    default:
      return refuse("rule", "The export has no file that could expire.");
  }
};

const erase = ({ because, request }: CommandOf<"EraseExportFile">, state: ExistingExport): Decision => {
  switch (state.status) {
    case "finished":
      return [{ type: "ExportFileErased", data: { because, request } }];
    case "expired":
      return [];
    default:
      return refuse("rule", "The export has no file that could be erased.");
  }
};

/** Decides a command on an export. */
export const decideExport = (command: ExportCommand, state: ExportState): Decision => {
  if (command.type === "RequestExport") return request(command, state);
  if (state.status === "unknown") return refuse("unknown", "This export doesn't exist. Check the list of exports.");
  switch (command.type) {
    case "StartExport":
      return start(command, state);
    case "FinishExport":
      return finish(command, state);
    case "HandBackExport":
      return handBack(command, state);
    case "NoteLeaseLost":
      return recordLeaseLost(command, state);
    case "FailExport":
      return fail(command, state);
    case "CancelExport":
      return cancel(state);
    case "ConfirmCancel":
      return confirmCancel(command, state);
    case "KeepFileUntil":
      return keepUntil(command, state);
    case "ExpireExport":
      return expire(command, state);
    case "EraseExportFile":
      return erase(command, state);
  }
};
