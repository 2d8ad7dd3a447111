import { agentNameRef, consoleActWords, supportTenant } from "#domain/console/events.ts";
import { type ConsoleActDocument, collections } from "#domain/read-models/documents.ts";
import type { ConsoleAct } from "#domain/wire/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { before, since, textIs, wordIs } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";

type Row = ConsoleAct & { reasonRef?: string | null };

const changeWords = ({ change }: ConsoleActDocument): string | null =>
  change === undefined || (change.from === null && change.to === null)
    ? null
    : [change.from, change.to].filter((word) => word !== null).join(" to ");

const erased = "Erased";

/** Names and reasons, which the vault has. */
const withWords = async ({ vault }: Pick<ConsoleDeps, "vault">, rows: Row[]): Promise<ConsoleAct[]> => {
  const wanted = rows.flatMap(({ agent, reasonRef }) => [agentNameRef(agent), ...(reasonRef ? [reasonRef] : [])]);
  const words = await vault.readAll([...new Set(wanted)]);
  return rows.map(({ reasonRef, ...row }) => ({
    ...row,
    agentName: words.get(agentNameRef(row.agent)) ?? erased,
    reason: reasonRef ? (words.get(reasonRef) ?? erased) : null,
  }));
};

/** The audit log of the console: who of support did what. Looking at it is no act, unless it is one shop's that is asked for. */
export const consoleActsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "console-acts",
    collection: collections.consoleActs.name,
    shape: {
      filters: {
        tenant: textIs("tenant"),
        agent: textIs("agent"),
        what: wordIs("what", Object.fromEntries(consoleActWords.map((what) => [what, [what]]))),
        since: since("at"),
        before: before("at"),
      },
      sorts: { at: "at", what: "what" },
      sort: { field: "at", descending: true },
    },
    rowOf: ({ id, document }) => {
      const act = document as unknown as ConsoleActDocument;
      return { id, agentName: "", reason: null, ...act, change: changeWords(act) };
    },
    complete: (rows) => withWords(deps, rows),
    tenantOf: ({ tenant }) => (tenant === supportTenant ? undefined : tenant),
    tells: "none",
  });
