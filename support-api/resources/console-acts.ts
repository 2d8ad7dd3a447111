import { activitySubjectLabels } from "#domain/activity/subjects.ts";
import { consoleActLabels, supportTenant, toAgentNameRef } from "#domain/console/events.ts";
import { type ActivityDocument, collections } from "#domain/read-models/documents.ts";
import type { ConsoleActDocument, ImpersonationDocument } from "#domain/read-models/support-documents.ts";
import { quoteText } from "#domain/text/quote-text.ts";
import type { ConsoleAct } from "#domain/wire/support/console.ts";
import { describeEvents } from "../activity/describe-events.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterBefore, filterSince, isOneOfWord, isText } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";

type Row = ConsoleAct & { reasonRef?: string | null };
type Deps = Pick<ConsoleDeps, "eventStore" | "readModels" | "vault">;

const describeChange = ({ change, refused, unconfirmed }: ConsoleActDocument): string | null => {
  const words = [change?.from, change?.to].filter((word) => typeof word === "string").join(" to ");
  if (refused) return words === "" ? "Refused" : `Refused: ${words}`;
  if (unconfirmed) return "Outcome unknown";
  return words === "" ? null : words;
};

const erased = "Erased";

const read = async <Document>({ readModels }: Deps, collection: string, id: string): Promise<Document | undefined> =>
  (await readModels.get(collection, id))?.document as unknown as Document | undefined;

/** Adds changes in impersonation sessions, as in the shop's activity, and the sessions' reasons. */
const withSessionChanges = async (deps: Deps, rows: Row[]): Promise<Row[]> => {
  const inSessions = rows.filter(({ look }) => look !== null);
  if (inSessions.length === 0) return rows;
  const found = await Promise.all(
    inSessions.map(async ({ about }) => {
      const id = about ?? "";
      const document = await read<ActivityDocument>(deps, collections.happenings.name, id);
      return document === undefined ? [] : [{ id, document }];
    }),
  );
  const lineById = new Map((await describeEvents(deps, found.flat())).map((line) => [line.id, line]));
  const ids = [...new Set(inSessions.map(({ look }) => look ?? ""))];
  const impersonations = new Map(
    await Promise.all(
      ids.map(
        async (id) => [id, await read<ImpersonationDocument>(deps, collections.impersonations.name, id)] as const,
      ),
    ),
  );
  return rows.map((row) => {
    if (row.look === null) return row;
    const line = lineById.get(row.about ?? "");
    const label =
      line && `${activitySubjectLabels[line.thing]}${line.title === null ? "" : ` ${quoteText(line.title)}`}`;
    return {
      ...row,
      change: line ? `${label}: ${line.what}` : null,
      reasonRef: impersonations.get(row.look)?.reasonRef ?? null,
    };
  });
};

const withNamesAndReasons = async (deps: Deps, given: Row[]): Promise<ConsoleAct[]> => {
  const { vault } = deps;
  const rows = await withSessionChanges(deps, given);
  const wanted = rows.flatMap(({ agent, reasonRef }) => [toAgentNameRef(agent), ...(reasonRef ? [reasonRef] : [])]);
  const words = await vault.readAll([...new Set(wanted)]);
  return rows.map(({ reasonRef, ...row }) => ({
    ...row,
    agentName: words.get(toAgentNameRef(row.agent)) ?? erased,
    reason: reasonRef ? (words.get(reasonRef) ?? erased) : null,
  }));
};

/**
 * Audit log of support agents at the console and in impersonation sessions. Viewing it is not logged, except when
 * filtered to one shop.
 */
export const consoleActsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "console-acts",
    collection: collections.consoleActs.name,
    shape: {
      filters: {
        tenant: isText("tenant"),
        agent: isText("agent"),
        what: isOneOfWord("what", Object.fromEntries(consoleActLabels.map((what) => [what, [what]]))),
        since: filterSince("at"),
        before: filterBefore("at"),
      },
      sorts: { at: "at", what: "what" },
      sort: { field: "at", descending: true },
    },
    rowOf: ({ id, document }) => {
      const act = document as unknown as ConsoleActDocument;
      // Documents of an older build, which may still be served, have no sessions.
      return { id, agentName: "", reason: null, ...act, look: act.look ?? null, change: describeChange(act) };
    },
    complete: (rows) => withNamesAndReasons(deps, rows),
    tenantOf: ({ tenant }) => (tenant === supportTenant ? undefined : tenant),
    recordsViews: "none",
  });
