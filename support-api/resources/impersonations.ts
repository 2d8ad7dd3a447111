import { supportChangesOf } from "#application/impersonation/changes.ts";
import { erasedWord as erased } from "#application/impersonation/support-look.ts";
import { agentNameRef } from "#domain/console/events.ts";
import { collections, type ImpersonationDocument } from "#domain/read-models/documents.ts";
import type { ConsoleImpersonation, ConsoleImpersonationDetails } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { before, since, textIs } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";

type Row = ConsoleImpersonation & { reasonRef: string };
type Shown = ConsoleImpersonation & { reasonRef?: string } & Partial<ConsoleImpersonationDetails>;

/** State of a session at an instant, ISO UTC. */
const standingOf = (
  { begun, until, endedAt }: ImpersonationDocument,
  now: string,
): ConsoleImpersonation["standing"] => {
  if (!begun) return "not begun";
  return endedAt === null && until !== null && now < until ? "going on" : "ended";
};

const endedByWords = { agent: "who looked", merchant: "the merchant", "sign-out": "a sign-out" } as const;

const rowOf = (id: string, document: ImpersonationDocument, now: string): Row => {
  const { tenant, agent, at, begunAt, until, endedAt, endedBy, reasonRef } = document;
  const standing = standingOf(document, now);
  return {
    id,
    tenant,
    agent,
    agentName: "",
    reason: "",
    at,
    begunAt,
    endedAt: endedAt ?? (standing === "ended" ? until : null),
    endedBy: endedBy === null ? (standing === "ended" ? "its time" : null) : endedByWords[endedBy],
    standing,
    reasonRef,
  };
};

/** Adds names and reasons from the vault. */
const withWords = async ({ vault }: Pick<ConsoleDeps, "vault">, rows: Row[]): Promise<ConsoleImpersonation[]> => {
  const words = await vault.readAll([
    ...new Set(rows.flatMap(({ agent, reasonRef }) => [agentNameRef(agent), reasonRef])),
  ]);
  return rows.map(({ reasonRef, ...row }) => ({
    ...row,
    agentName: words.get(agentNameRef(row.agent)) ?? erased,
    reason: words.get(reasonRef) ?? erased,
  }));
};

/** Impersonation sessions of support: agent, reason, times and end. */
export const impersonationsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Shown>(deps, {
    name: "impersonations",
    collection: collections.impersonations.name,
    shape: {
      filters: { tenant: textIs("tenant"), agent: textIs("agent"), since: since("at"), before: before("at") },
      sorts: { at: "at" },
      sort: { field: "at", descending: true },
    },
    rowOf: ({ id, document }) =>
      rowOf(id, document as unknown as ImpersonationDocument, deps.clock.now().toISOString()),
    complete: (rows) => withWords(deps, rows as Row[]),
    detailsOf: async (_found, row) => {
      const changes =
        (await supportChangesOf(deps, { tenant: row.tenant, of: row.id, hidesPeople: true })).get(row.id) ?? [];
      return { ...row, changes: changes.map((change, id) => ({ id, ...change })) };
    },
    tenantOf: ({ tenant }) => tenant,
  });
