import { z } from "zod";
import type { CommandRequest } from "#application/commands/command-runner-types.ts";
import { ApiError, notFound } from "#application/http/api-error.ts";
import { toHttpRefusal } from "#application/http/to-http.ts";
import { validate } from "#application/http/validate.ts";
import { deriveId } from "#application/text/derive-id.ts";
import type { ActChange, SupportAct } from "#domain/console/acts.ts";
import { consoleDecider } from "#domain/console/decider.ts";
import { type ConsoleEvent, supportTenant, toActReasonRef } from "#domain/console/events.ts";
import type { Role } from "#domain/console/roles.ts";
import { toCanonicalJson } from "#domain/core/canonical-json.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import type { ConsoleActionResult } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

/** Reason of an action, which stays in the vault (ADR 95). */
export const reasonField = z.string().trim().min(5).max(500);

/** `act`: an id made by the page; the same action sent again runs only once. */
export const createActSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ act: z.uuid(), reason: reasonField, ...shape });

/** `tenant`: the target's shop. */
type ActTarget = { tenant: string };

type Act<Found extends ActTarget, Body> = {
  path: string;
  needs: Role;
  act: SupportAct;
  body: z.ZodType<Body>;
  /** Finds the target; undefined for an unknown id. */
  find(id: string): Promise<Found | undefined>;
  /** Checks the current state before anything is logged. `about`: the log's subject; default: the id. */
  judge(found: Found, body: Body): Promise<Refusal | (ActChange & { about?: string | null })>;
  /**
   * Performs the action under the request's command id, so that a repeat is a no-op. Refuses if the target changed
   * since `judge`.
   */
  perform(found: Found, body: Body, request: CommandRequest): Promise<Refusal | Omit<ConsoleActionResult, "id">>;
};

/** Refuses a no-op, which isn't logged. `so`: a sentence about the current state. `next`: what remains to do. */
export const refuseNoOp = (so: string, next = "There is nothing left to do."): Refusal =>
  refuse("rule", `${so} ${next}`);

/** A rule violation is a 409 here: the page shows its sentence, and nothing was done. */
export const toRuleViolation = (refusal: Refusal): ApiError => {
  const fields = toHttpRefusal(refusal);
  return new ApiError(refusal.code === "rule" ? { ...fields, status: 409 } : fields);
};

const orThrow = <Answer extends object>(answer: Answer | Refusal): Answer => {
  if (isRefusal(answer)) throw toRuleViolation(answer);
  return answer as Answer;
};

/**
 * Validates a support action, logs it with its reason, then executes it (ADR 102). The id derives from agent, path,
 * target and body, including the page's id. A repeated request is logged and executed once, and resumes after a killed
 * process. If the state changed after the check, the refusal is logged too, once for all parallel requests.
 */
export const createActRoute = <Found extends ActTarget, Body extends { reason: string }>(
  { runner, vault, acts }: Pick<ConsoleDeps, "runner" | "vault" | "acts">,
  { path, needs, act, body: shape, find, judge, perform }: Act<Found, Body>,
): ConsoleRoute => ({
  method: "POST",
  path,
  needs,
  handle: async ({ session: { agent }, requestId, params, body }): Promise<ConsoleActionResult> => {
    const input = validate(shape, body, "The body");
    const targetId = params.id ?? "";
    const target = await find(targetId);
    if (target === undefined) throw notFound("Nothing has this id. It may have been deleted.");
    const { tenant } = target;
    const id = deriveId("support-act", agent, path, targetId, toCanonicalJson(input));
    const logAs = { correlation: requestId, tenant, id };
    const { noted, refusals: knownRefusals } = (await runner.load(consoleDecider, id)).state;
    const log = async (): Promise<ConsoleEvent> => {
      const reasonRef = toActReasonRef(id);
      const data = { agent, act, about: targetId, reasonRef, ...orThrow(await judge(target, input)) };
      await vault.put(input.reason, { owner: supportTenant, reference: reasonRef });
      const acted: ConsoleEvent = { type: "AgentActed", data };
      await acts.record(acted, { ...logAs, knownRefusals });
      return acted;
    };
    const acted = noted ?? (await log());
    const request = {
      tenant,
      actor: { kind: "agent", agent },
      correlation: requestId,
      causation: id,
      commandId: id,
    } as const;
    try {
      const done = orThrow(await perform(target, input, request));
      // A parallel request may have been refused.
      await acts.record(acted, logAs);
      return { id: targetId, ...done };
    } catch (error) {
      if (error instanceof ApiError) await acts.recordRefusal(agent, logAs);
      throw error;
    }
  },
});
