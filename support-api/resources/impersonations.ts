import { erasedLabel as erased } from "#application/impersonation/describe-session.ts";
import { loadSupportChanges } from "#application/impersonation/support-changes.ts";
import { toAgentNameRef } from "#domain/console/events.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ImpersonationDocument } from "#domain/read-models/support-documents.ts";
import type { ConsoleImpersonation, ConsoleImpersonationDetails } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterBefore, filterSince, isText } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";

type Row = ConsoleImpersonation & { reasonRef: string };
type Shown = ConsoleImpersonation & { reasonRef?: string } & Partial<ConsoleImpersonationDetails>;

/** `now`: ISO UTC. */
const statusOf = ({ begun, until, endedAt }: ImpersonationDocument, now: string): ConsoleImpersonation["standing"] => {
  if (!begun) return "not begun";
  return endedAt === null && until !== null && now < until ? "going on" : "ended";
};

const endedByLabels = { agent: "who looked", merchant: "the merchant", "sign-out": "a sign-out" } as const;

const rowOf = (id: string, document: ImpersonationDocument, now: string): Row => {
  const { tenant, agent, at, begunAt, until, endedAt, endedBy, reasonRef } = document;
  const status = statusOf(document, now);
  return {
    id,
    tenant,
    agent,
    agentName: "",
    reason: "",
    at,
    begunAt,
    endedAt: endedAt ?? (status === "ended" ? until : null),
    endedBy: endedBy === null ? (status === "ended" ? "its time" : null) : endedByLabels[endedBy],
    standing: status,
    reasonRef,
  };
};

const withNamesAndReasons = async (
  { vault }: Pick<ConsoleDeps, "vault">,
  rows: Row[],
): Promise<ConsoleImpersonation[]> => {
  const personalTexts = await vault.readAll([
    ...new Set(rows.flatMap(({ agent, reasonRef }) => [toAgentNameRef(agent), reasonRef])),
  ]);
  return rows.map(({ reasonRef, ...row }) => ({
    ...row,
    agentName: personalTexts.get(toAgentNameRef(row.agent)) ?? erased,
    reason: personalTexts.get(reasonRef) ?? erased,
  }));
};

/** Agent, reason, times and end of each session. */
export const impersonationsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Shown>(deps, {
    name: "impersonations",
    collection: collections.impersonations.name,
    shape: {
      filters: {
        tenant: isText("tenant"),
        agent: isText("agent"),
        since: filterSince("at"),
        before: filterBefore("at"),
      },
      sorts: { at: "at" },
      sort: { field: "at", descending: true },
    },
    rowOf: ({ id, document }) =>
      rowOf(id, document as unknown as ImpersonationDocument, deps.clock.now().toISOString()),
    complete: (rows) => withNamesAndReasons(deps, rows as Row[]),
    detailsOf: async (_found, row) => {
      const changes =
        (await loadSupportChanges(deps, { tenant: row.tenant, of: row.id, hidesPeople: true })).get(row.id) ?? [];
      return { ...row, changes: changes.map((change, id) => ({ id, ...change })) };
    },
    tenantOf: ({ tenant }) => tenant,
  });
