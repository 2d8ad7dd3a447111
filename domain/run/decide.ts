import { type Refusal, refuse } from "../core/decider.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import { DestinationKind } from "../enumerations.ts";
import { addMailReach, describeReached } from "../ledger/mail-reach.ts";
import type { RunCommand, RunCommandOf } from "./commands.ts";
import type { RunDataOf, RunEvent, TriedStep } from "./events.ts";
import { findUnsureRefusals, reachAfterFailure } from "./reach-after-attempt.ts";
import { sanitizeText } from "./sanitize-text.ts";
import type { ExistingRun, RunState } from "./state.ts";

/** Maximum attempts of one try. The file may be what kills the workers. */
const maxDeliveryAttempts = 3;

/** Maximum steps per event. */
const maxSteps = 30;

type Decision = readonly RunEvent[] | Refusal;

const refuseInStatus = (state: ExistingRun): Refusal =>
  refuse("rule", `The run is ${state.status}. Check what is left to do for it.`);
const refusePlainRecipients = refuse(
  "invalid",
  "Recipients are named by their references. Put their addresses into the vault.",
);
const refuseSuperseded = refuse("rule", "Another attempt has begun since. Leave the delivery to that one.");
const stepsOf = (steps: readonly TriedStep[]): TriedStep[] =>
  steps.slice(0, maxSteps).map(({ step, ms, failed, nothingLeft }) => ({
    step: sanitizeText(step),
    ms,
    ...(failed ? { failed } : {}),
    ...(nothingLeft ? { nothingLeft } : {}),
  }));

const startRun = (command: RunCommandOf<"StartRun">, state: RunState): Decision => {
  const { type: _, context: __, exportId, ...facts } = command;
  if (state.status === "unknown") {
    const { inputHash } = facts;
    const asked =
      exportId === undefined ? [] : [{ type: "RunExportRequested", data: { try: 1, exportId, inputHash } } as const];
    return [{ type: "RunStarted", data: facts }, ...asked];
  }
  return isJsonEqual(facts, state.facts)
    ? []
    : refuse("rule", "A run of this id was started with other facts. Start it with those of its claim.");
};

const requestExport = (command: RunCommandOf<"RequestRunExport">, state: ExistingRun): Decision => {
  const { try: ofTry, exportId, inputHash } = command;
  if (state.status === "exporting" && state.exportId === exportId) return [];
  const mayBegin = state.status === "started" || (state.status === "failed" && state.file === null);
  return mayBegin && ofTry === state.failures + 1
    ? [{ type: "RunExportRequested", data: { try: ofTry, exportId, inputHash } }]
    : refuseInStatus(state);
};

const finishExport = (
  { exportId, orders, rows, without = [], toldBefore = [], late = [] }: RunCommandOf<"FinishRunExport">,
  state: ExistingRun,
): Decision => {
  if (state.status !== "exporting") return state.file?.exportId === exportId ? [] : refuseInStatus(state);
  if (state.exportId !== exportId) return refuseInStatus(state);
  const data = { try: state.failures + 1, exportId, ...(without.length > 0 && { without }) };
  // An empty report that lacks orders is delivered once: its receiver must learn which ones.
  const isNews = without.some(({ id }) => !toldBefore.includes(id));
  return rows === 0 && !state.facts.deliverEmpty && !isNews
    ? [{ type: "RunExportEmpty", data }]
    : [{ type: "RunExportFinished", data: { ...data, orders, rows, ...(late.length > 0 && { late }) } }];
};

const failExport = ({ exportId, kind, reason }: RunCommandOf<"FailRunExport">, state: ExistingRun): Decision =>
  state.status === "exporting" && state.exportId === exportId
    ? [{ type: "RunExportFailed", data: { try: state.failures + 1, exportId, kind, reason: sanitizeText(reason) } }]
    : refuseInStatus(state);

/** A vault reference contains no words and no address. */
const isReference = (text: string): boolean => /^[\w:-]{1,100}$/.test(text);

/** Returns undefined if there is nothing to deliver. */
export const nextAttempt = (state: ExistingRun): { try: number; attempt: number } | undefined => {
  const next = { try: state.failures + 1, attempt: 1 };
  if (state.status === "delivering") return { ...next, attempt: (state.delivery?.attempt ?? 0) + 1 };
  return state.status === "exported" || (state.status === "failed" && state.file) ? next : undefined;
};

/**
 * Adds who has the mail. A failure elsewhere (the destination was changed) isn't about a mail's recipients, so its
 * reason names them separately.
 */
const addReach = (
  reason: string,
  { delivery }: ExistingRun,
  { arrived, doubted, holders }: Pick<ExistingRun, "arrived" | "doubted" | "holders">,
): string => {
  const isElsewhere = delivery !== null && delivery.destination !== DestinationKind.Email;
  const has = arrived && arrived.reached > 0 && isElsewhere ? `${describeReached(arrived)} ` : "";
  const unsure = doubted.filter((one) => !holders.includes(one));
  const areOffList = unsure.length > 0 && !isElsewhere && !unsure.some((one) => delivery?.recipients.includes(one));
  return addMailReach(`${has}${reason}`, arrived, { areOffList });
};

/** Adds who has or may have the mail, by this try or an earlier one. */
const failedEvent = (state: ExistingRun, data: RunDataOf<"DeliveryFailed">): RunEvent => {
  const reach = reachAfterFailure(state, data);
  const { arrived, doubted } = reach;
  const mayHaveIt = findUnsureRefusals({ doubted }, data.refused);
  return {
    type: "DeliveryFailed",
    data: {
      ...data,
      reason: addReach(data.reason, state, reach),
      ...(mayHaveIt.length > 0 && { mayHaveIt }),
      ...(arrived && { arrived }),
    },
  };
};

const startDelivery = (command: RunCommandOf<"StartDelivery">, state: ExistingRun): Decision => {
  const { try: ofTry, attempt, deliveryId, destination, recipients, workspaceVersion } = command;
  const { previousSentNothing, previousReached = 0 } = command;
  if (!recipients.every(isReference)) return refusePlainRecipients;
  if (state.delivery && state.delivery.deliveryId !== deliveryId)
    return refuse("invalid", "A run has one delivery. Go on with the id that it began with.");
  const next = nextAttempt(state);
  if (!next) return refuseInStatus(state);
  if (next.try !== ofTry || next.attempt !== attempt) return refuseSuperseded;
  if (attempt <= maxDeliveryAttempts)
    return [
      {
        type: "DeliveryStarted",
        data: {
          try: ofTry,
          attempt,
          deliveryId,
          destination,
          recipients,
          ...(workspaceVersion !== undefined && { workspaceVersion }),
          ...(attempt > 1 && previousSentNothing && { previousSentNothing }),
          ...(attempt > 1 && previousReached > 0 && { previousReached }),
        },
      },
    ];
  const reason = `The delivery was started ${maxDeliveryAttempts} times, but the server stopped or was too busy each time.`;
  const lost = {
    try: ofTry,
    attempt: maxDeliveryAttempts,
    kind: "interrupted",
    reason,
    steps: [],
    reached: previousReached,
    ...(previousSentNothing && { sentNothing: previousSentNothing }),
  } as const;
  return [failedEvent(state, lost)];
};

/** Confirms even a try that was given up: a receiver that has the file doesn't get it again. */
const confirmDelivery = (command: RunCommandOf<"ConfirmDelivery">, state: ExistingRun): Decision => {
  const { try: ofTry, attempt, receipt } = command;
  if (state.status === "confirmed" || (state.status === "ended" && state.receipt)) return [];
  const { delivery } = state;
  const isKnown =
    delivery && (ofTry < delivery.try || (ofTry === delivery.try && attempt <= delivery.attempt)) && ofTry > 0;
  if ((state.status !== "delivering" && state.status !== "failed") || !isKnown) return refuseInStatus(state);
  const { at, to, answer, steps, before, refused = [], unsendable = [], newlyReached, published } = receipt;
  if (![...refused, ...unsendable, ...(newlyReached ?? [])].every(isReference)) return refusePlainRecipients;
  const mayHaveIt = findUnsureRefusals(state, refused);
  const named = {
    ...(refused.length > 0 && { refused }),
    ...(mayHaveIt.length > 0 && { mayHaveIt }),
    ...(unsendable.length > 0 && { unsendable }),
    ...(newlyReached && { newlyReached }),
    ...(published && { published }),
  };
  const kept = { at, to: sanitizeText(to), answer: sanitizeText(answer), steps: stepsOf(steps), before, ...named };
  const { deliveryId } = delivery;
  return [{ type: "DeliveryConfirmed", data: { try: ofTry, attempt, deliveryId, receipt: kept } }];
};

const failDelivery = (command: RunCommandOf<"FailDelivery">, state: ExistingRun): Decision => {
  const { try: ofTry, attempt, kind, reason, steps, reached, notBefore, final } = command;
  const { refused = [], unsendable = [], inDoubt, newlyReached } = command;
  // A try given up before it began fails its first attempt.
  const next = state.status === "delivering" ? state.delivery : nextAttempt(state);
  if (state.status === "failed" && state.failure.try === ofTry) return [];
  if (!next) return refuseInStatus(state);
  if (next.try !== ofTry || next.attempt !== attempt) return refuseSuperseded;
  if (![...refused, ...unsendable, ...(inDoubt ?? []), ...(newlyReached ?? [])].every(isReference))
    return refusePlainRecipients;
  const data = {
    try: ofTry,
    attempt,
    kind,
    reason: sanitizeText(reason),
    steps: stepsOf(steps),
    reached,
    ...(notBefore !== undefined && { notBefore }),
    ...(final && { final }),
    ...(refused.length > 0 && { refused }),
    ...(unsendable.length > 0 && { unsendable }),
    ...(inDoubt && { inDoubt }),
    ...(newlyReached && { newlyReached }),
  };
  return [failedEvent(state, data)];
};

const endRun = ({ outcome, reason }: RunCommandOf<"EndRun">, state: ExistingRun): Decision => {
  if (state.status === "ended") return state.outcome === outcome ? [] : refuseInStatus(state);
  const fits =
    outcome === "failed" || (outcome === "delivered" ? state.status === "confirmed" : state.status === "empty");
  if (!fits) return refuseInStatus(state);
  const arrived = outcome === "failed" ? state.arrived : null;
  const data = { outcome, reason: reason === null ? null : sanitizeText(reason), ...(arrived && { arrived }) };
  return [{ type: "RunEnded", data }];
};

/** Decides a command on a run. */
export const decideRun = (command: RunCommand, state: RunState): Decision => {
  if (command.type === "StartRun") return startRun(command, state);
  if (state.status === "unknown") return refuse("unknown", "There is no such run. Start it first.");
  switch (command.type) {
    case "RequestRunExport":
      return requestExport(command, state);
    case "FinishRunExport":
      return finishExport(command, state);
    case "FailRunExport":
      return failExport(command, state);
    case "StartDelivery":
      return startDelivery(command, state);
    case "ConfirmDelivery":
      return confirmDelivery(command, state);
    case "FailDelivery":
      return failDelivery(command, state);
    case "EndRun":
      return endRun(command, state);
  }
};
