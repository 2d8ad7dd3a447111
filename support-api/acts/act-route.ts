import { z } from "zod";
import type { CommandRequest } from "#application/commands/command-runner-types.ts";
import { ApiError, unknown } from "#application/http/api-error.ts";
import { refusalToHttp } from "#application/http/to-http.ts";
import { validate } from "#application/http/validate.ts";
import { deriveId } from "#application/text/derive-id.ts";
import type { ActChange, SupportAct } from "#domain/console/acts.ts";
import { consoleDecider } from "#domain/console/decider.ts";
import { actReasonRef, supportTenant } from "#domain/console/events.ts";
import type { Role } from "#domain/console/roles.ts";
import { canonicalJson } from "#domain/core/canonical-json.ts";
import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import type { ConsoleActed } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

/** Why something is done: 5 to 500 characters, kept in the vault (ADR 95). */
export const reasonField = z.string().trim().min(5).max(500);

/** The body of an act: `act`, an id that the page made up, by which the same act sent again is done once, the reason, and fields of its own. */
export const actBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ act: z.uuid(), reason: reasonField, ...shape });

/** What an act is done to. `tenant`: its shop. */
type Thing = { tenant: string };

type Act<Found extends Thing, Body> = {
  /** Below `/support/api/`, with `:id`. */
  path: string;
  needs: Role;
  act: SupportAct;
  body: z.ZodType<Body>;
  /** Undefined: there is nothing of this id. */
  find(id: string): Promise<Found | undefined>;
  /** Whether it can be done to the thing as it is now: asked before anything is noted. `about`: what the log names; default the id. */
  judge(found: Found, body: Body): Promise<Refusal | (ActChange & { about?: string | null })>;
  /** Does it under the name of the request, so that a repeat does nothing; refused where the thing changed since it was judged. */
  perform(found: Found, body: Body, request: CommandRequest): Promise<Refusal | Omit<ConsoleActed, "id">>;
};

/**
 * Of an act that would change nothing: the log has none that did not. `so`: a sentence that says what is so already; `next`: what there is to do, by
 * default nothing.
 */
export const nothingNew = (so: string, next = "There is nothing left to do."): Refusal =>
  refuse("rule", `${so} ${next}`);

/** A rule's no is a conflict here: the page shows its sentence, and nothing was done. */
export const refused = (refusal: Refusal): ApiError => {
  const fields = refusalToHttp(refusal);
  return new ApiError(refusal.code === "rule" ? { ...fields, status: 409 } : fields);
};

const orThrow = <Answer extends object>(answer: Answer | Refusal): Answer => {
  if (isRefusal(answer)) throw refused(answer);
  return answer as Answer;
};

/**
 * An act of support (ADR 102). It is judged, noted with its reason, and done, in this order: so the log lacks none that was done. Its id derives
 * from who asks, for what, of which thing, and from the id that the page gave it: what is sent twice is noted once and done once, and goes on
 * where a killed process left it.
 */
export const actRoute = <Found extends Thing, Body extends { reason: string }>(
  { runner, vault, acts }: Pick<ConsoleDeps, "runner" | "vault" | "acts">,
  { path, needs, act, body: shape, find, judge, perform }: Act<Found, Body>,
): ConsoleRoute => ({
  method: "POST",
  path,
  needs,
  handle: async ({ session: { agent }, requestId, params, body }): Promise<ConsoleActed> => {
    const asked = validate(shape, body, "The body");
    const thing = params.id ?? "";
    const found = await find(thing);
    if (found === undefined) throw unknown("There is nothing of this id. It may have been deleted.");
    const { tenant } = found;
    const id = deriveId("support-act", agent, path, thing, canonicalJson(asked));
    const before = await runner.load(consoleDecider, id);
    if (!before.state.noted) {
      const { about = thing, ...change } = orThrow(await judge(found, asked));
      const reasonRef = await vault.put(asked.reason, { owner: supportTenant, reference: actReasonRef(id) });
      const noted = { type: "AgentActed", data: { agent, act, about, reasonRef, ...change } } as const;
      await acts.note(noted, { correlation: requestId, tenant, id });
    }
    const request = {
      tenant,
      actor: { kind: "agent", agent },
      correlation: requestId,
      causation: id,
      commandId: id,
    } as const;
    return { id: thing, ...orThrow(await perform(found, asked, request)) };
  },
});
