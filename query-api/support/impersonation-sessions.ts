import { type Route, route } from "#application/http/route.ts";
import { agentNames } from "#application/impersonation/agent-names.ts";
import { erasedLabel } from "#application/impersonation/describe-session.ts";
import { loadSupportChanges } from "#application/impersonation/support-changes.ts";
import { grantAt, grantDecider } from "#domain/impersonation/grant.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ImpersonationDocument } from "#domain/read-models/support-documents.ts";
import { ImpersonationSessionsData, type PastImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { grantOnWire } from "#domain/wire/support/impersonation-on-wire.ts";
import type { QueryApiDeps } from "../deps.ts";

type Deps = Pick<QueryApiDeps, "readModels" | "runner" | "vault" | "clock">;

const { impersonations, supportChanges } = collections;
const maxSessions = 100;

/** `now`: ISO UTC. */
const statusOf = (
  { endedAt, endedBy, until, at }: ImpersonationDocument,
  now: string,
): Pick<PastImpersonationSession, "Until" | "IsOpen" | "EndedBy"> => {
  const last = until ?? at;
  if (endedAt !== null) return { Until: endedAt, IsOpen: false, EndedBy: endedBy };
  return now < last ? { Until: last, IsOpen: true, EndedBy: null } : { Until: last, IsOpen: false, EndedBy: "time" };
};

const readSessions = async (deps: Deps, tenant: string): Promise<PastImpersonationSession[]> => {
  const found = await deps.readModels.find(impersonations.name, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "begun", equals: true },
    ],
    sort: [{ field: "at", descending: true }],
    limit: maxSessions,
  });
  if (found.length === 0) return [];
  const sessions = found.map(({ id, document }) => ({ id, ...(document as unknown as ImpersonationDocument) }));
  const [names, reasons, changes] = await Promise.all([
    agentNames(
      deps.vault,
      sessions.map(({ agent }) => agent),
    ),
    deps.vault.readAll([...new Set(sessions.map(({ reasonRef }) => reasonRef))]),
    loadSupportChanges(deps, { tenant, of: sessions.map(({ id }) => id) }),
  ]);
  const now = deps.clock.now().toISOString();
  return sessions.map((session) => ({
    Id: session.id,
    Agent: names.get(session.agent) ?? erasedLabel,
    Reason: reasons.get(session.reasonRef) ?? erasedLabel,
    From: session.begunAt ?? session.at,
    ...statusOf(session, now),
    Changes: (changes.get(session.id) ?? []).map(({ at: At, what: What }) => ({ At, What })),
  }));
};

/**
 * Support's access to a shop, for its merchant: sessions with agent, time, reason and changes, and the current
 * permission.
 */
export const impersonationSessionsRoute = (deps: Deps): Route =>
  route({
    method: "GET",
    path: "support/get-looks",
    summary:
      "Whether support may make changes, and who of support looked into the shop, why and what they changed, the newest first",
    description:
      "The last 100 sessions, each with the changes made in it. An open session can be ended with support/end-look.",
    access: "shop",
    reads: [impersonations.name, supportChanges.name],
    data: ImpersonationSessionsData,
    handler: async (_input, { caller: { tenant } }) => {
      const { state } = await deps.runner.load(grantDecider, tenant);
      return {
        Grant: grantOnWire(grantAt(state, deps.clock.now().toISOString())),
        Looks: await readSessions(deps, tenant),
      };
    },
  });
