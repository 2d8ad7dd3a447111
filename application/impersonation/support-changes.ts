import { describeMaskedChange } from "#domain/activity/describe-workspace-event.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { SupportChangeDocument } from "#domain/read-models/support-documents.ts";
import { quoteText } from "#domain/text/quote-text.ts";
import { automationKind } from "#domain/workspace/automations/automations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { designKind } from "#domain/workspace/designs/designs.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import { describeHistoryChange } from "#domain/workspace/history/describe-change.ts";
import { detokenizeChange, listChangeReferences } from "#domain/workspace/history/history-change.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { FieldFilter } from "#infra/ports/stores/read-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import type { ServedReadModels } from "../read-models/serve.ts";

type Deps = {
  readModels: Pick<ServedReadModels, "find">;
  runner: Pick<CommandRunner, "load">;
  vault: Pick<Vault, "readAll">;
};

/** A change by support, as a sentence. `at`: ISO UTC. */
export type DescribedChange = { at: string; what: string };

const maxChanges = 500;
/** Changes added for each session that the newest ones don't cover. Otherwise it would seem to have changed nothing. */
const changesPerMissingSession = 5;

type Subject = NonNullable<SupportChangeDocument["subject"]>;

const titleOf = (state: WorkspaceState, { kind, id }: Subject): string | undefined => {
  if (kind === "report") return findItem(designKind, state, id)?.title;
  return kind === "filter" ? findItem(filterKind, state, id)?.title : findItem(automationKind, state, id)?.title;
};
const names: Readonly<Record<Subject["kind"], string>> = {
  report: "report design",
  filter: "filter",
  automation: "automated report",
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const named = (state: WorkspaceState, subject: Subject): string => {
  const title = titleOf(state, subject);
  return title === undefined
    ? `A deleted ${names[subject.kind]}`
    : `${capital(names[subject.kind])} ${quoteText(title)}`;
};

const sort = [{ field: "place", descending: true }];
const newest = async ({ readModels }: Deps, where: FieldFilter, limit: number): Promise<SupportChangeDocument[]> =>
  (await readModels.find(collections.supportChanges.name, { where: [where], sort, limit })).map(
    ({ document }) => document as unknown as SupportChangeDocument,
  );
const newestOfSession = (deps: Deps, impersonation: string, limit = maxChanges) =>
  newest(deps, { field: "impersonation", equals: impersonation }, limit);

/** Returns the newest changes of a shop. If there are more, adds the newest few of each session that these lack. */
const newestOfShop = async (
  deps: Deps,
  tenant: string,
  sessions: readonly string[],
): Promise<SupportChangeDocument[]> => {
  const found = await newest(deps, { field: "tenant", equals: tenant }, maxChanges);
  if (found.length < maxChanges) return found;
  const foundSessions = new Set(found.map(({ impersonation }) => impersonation));
  const others = sessions.filter((session) => !foundSessions.has(session));
  return [
    ...found,
    ...(await Promise.all(others.map((session) => newestOfSession(deps, session, changesPerMissingSession)))).flat(),
  ];
};

/**
 * Reads support's changes at a shop, oldest first, by impersonation session. Returns the newest 500, or those of one
 * session if `of` is its id. If these don't cover a session in `of`, adds its newest 5. Reads the vault once.
 * `hidesPeople`: masks words that may be personal, and doesn't read the vault.
 */
export const loadSupportChanges = async (
  deps: Deps,
  { tenant, of, hidesPeople = false }: { tenant: string; of: string | readonly string[]; hidesPeople?: boolean },
): Promise<Map<string, DescribedChange[]>> => {
  const { runner, vault } = deps;
  const found = await (typeof of === "string" ? newestOfSession(deps, of) : newestOfShop(deps, tenant, of));
  if (found.length === 0) return new Map();
  const documents = found.reverse();
  const { state } = await runner.load(workspaceDecider, tenant);
  const kept = hidesPeople ? [] : documents.flatMap(({ change }) => (change ? listChangeReferences(change) : []));
  const references = [...new Set(kept)];
  const texts = references.length === 0 ? new Map<string, string>() : await vault.readAll(references);
  const describeDocument = ({ subject, change, sentence }: SupportChangeDocument): string =>
    subject === null || change === null
      ? (sentence ?? "")
      : `${named(state, subject)}: ${hidesPeople ? describeMaskedChange(change) : describeHistoryChange(detokenizeChange(change, texts))}`;
  const changes = new Map<string, DescribedChange[]>();
  for (const document of documents) {
    const { impersonation: session, at } = document;
    changes.set(session, [...(changes.get(session) ?? []), { at, what: describeDocument(document) }]);
  }
  return changes;
};
