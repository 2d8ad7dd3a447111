import { type Route, route } from "#application/http/route.ts";
import { agentNames } from "#application/impersonation/agent-names.ts";
import { supportChangesOf } from "#application/impersonation/changes.ts";
import { erasedWord } from "#application/impersonation/support-look.ts";
import { grantAt, grantDecider } from "#domain/impersonation/grant.ts";
import { collections, type ImpersonationDocument } from "#domain/read-models/documents.ts";
import { type PastLook, SupportLooksData } from "#domain/wire/support/impersonation.ts";
import { grantOnWire } from "#domain/wire/support/impersonation-on-wire.ts";
import type { QueryApiDeps } from "../deps.ts";

type Deps = Pick<QueryApiDeps, "readModels" | "runner" | "vault" | "clock">;

const { impersonations, supportChanges } = collections;
/** Maximum number of impersonation sessions, newest first. */
const mostLooks = 100;

/** State of a session at an instant, ISO UTC. */
const standing = (
  { endedAt, endedBy, until, at }: ImpersonationDocument,
  now: string,
): Pick<PastLook, "Until" | "IsOpen" | "EndedBy"> => {
  const last = until ?? at;
  if (endedAt !== null) return { Until: endedAt, IsOpen: false, EndedBy: endedBy };
  return now < last ? { Until: last, IsOpen: true, EndedBy: null } : { Until: last, IsOpen: false, EndedBy: "time" };
};

const looksOf = async (deps: Deps, tenant: string): Promise<PastLook[]> => {
  const found = await deps.readModels.find(impersonations.name, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "begun", equals: true },
    ],
    sort: [{ field: "at", descending: true }],
    limit: mostLooks,
  });
  if (found.length === 0) return [];
  const looks = found.map(({ id, document }) => ({ id, ...(document as unknown as ImpersonationDocument) }));
  const [names, reasons, changes] = await Promise.all([
    agentNames(
      deps.vault,
      looks.map(({ agent }) => agent),
    ),
    deps.vault.readAll([...new Set(looks.map(({ reasonRef }) => reasonRef))]),
    supportChangesOf(deps, { tenant, of: looks.map(({ id }) => id) }),
  ]);
  const now = deps.clock.now().toISOString();
  return looks.map((look) => ({
    Id: look.id,
    Agent: names.get(look.agent) ?? erasedWord,
    Reason: reasons.get(look.reasonRef) ?? erasedWord,
    From: look.begunAt ?? look.at,
    ...standing(look, now),
    Changes: (changes.get(look.id) ?? []).map(({ at: At, what: What }) => ({ At, What })),
  }));
};

/**
 * Support's access to a shop, for its merchant: the sessions with agent, time, reason and changes, and the
 * current permission.
 */
export const supportLooksRoute = (deps: Deps): Route =>
  route({
    method: "GET",
    path: "support/get-looks",
    summary:
      "Whether support may make changes, and who of support looked into the shop, why and what they changed, the newest first",
    description:
      "The last 100 looks, each with the changes made in it. An open look can be ended with support/end-look.",
    access: "shop",
    reads: [impersonations.name, supportChanges.name],
    data: SupportLooksData,
    handler: async (_input, { caller: { tenant } }) => {
      const { state } = await deps.runner.load(grantDecider, tenant);
      return {
        Grant: grantOnWire(grantAt(state, deps.clock.now().toISOString())),
        Looks: await looksOf(deps, tenant),
      };
    },
  });
