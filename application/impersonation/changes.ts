import { changeHidden } from "#domain/happenings/workspace-words.ts";
import { collections, type SupportChangeDocument } from "#domain/read-models/documents.ts";
import { quoted } from "#domain/text/quoted.ts";
import { automationKind } from "#domain/workspace/automations/automations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { designKind } from "#domain/workspace/designs/designs.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import { referencesInChange, spokenChange } from "#domain/workspace/history/history-change.ts";
import { sentenceOf } from "#domain/workspace/history/sentences.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { find } from "#domain/workspace/things.ts";
import type { FieldFilter } from "#infra/ports/stores/read-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import type { ServedReadModels } from "../read-models/serve.ts";

type Deps = {
  readModels: Pick<ServedReadModels, "find">;
  runner: Pick<CommandRunner, "load">;
  vault: Pick<Vault, "readAll">;
};

/** A change by support, as a sentence; `at` is ISO UTC. */
export type SaidChange = { at: string; what: string };

/** Maximum of changes returned, newest first. */
const mostChanges = 500;
/** Changes for each session that the newest don't cover, so that none seems to have changed nothing. */
const fewChanges = 5;

type Subject = NonNullable<SupportChangeDocument["subject"]>;

const titleOf = (state: WorkspaceState, { kind, id }: Subject): string | undefined => {
  if (kind === "report") return find(designKind, state, id)?.title;
  return kind === "filter" ? find(filterKind, state, id)?.title : find(automationKind, state, id)?.title;
};
const names: Readonly<Record<Subject["kind"], string>> = {
  report: "report design",
  filter: "filter",
  automation: "automated report",
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An item by its current title. */
const named = (state: WorkspaceState, subject: Subject): string => {
  const title = titleOf(state, subject);
  return title === undefined ? `A deleted ${names[subject.kind]}` : `${capital(names[subject.kind])} ${quoted(title)}`;
};

const sort = [{ field: "place", descending: true }];
const newest = async ({ readModels }: Deps, where: FieldFilter, limit: number): Promise<SupportChangeDocument[]> =>
  (await readModels.find(collections.supportChanges.name, { where: [where], sort, limit })).map(
    ({ document }) => document as unknown as SupportChangeDocument,
  );
const newestOfLook = (deps: Deps, impersonation: string, limit = mostChanges) =>
  newest(deps, { field: "impersonation", equals: impersonation }, limit);

/** Newest changes of a shop; if there are more, also the newest few of each missing session. */
const newestOfShop = async (deps: Deps, tenant: string, looks: readonly string[]): Promise<SupportChangeDocument[]> => {
  const found = await newest(deps, { field: "tenant", equals: tenant }, mostChanges);
  if (found.length < mostChanges) return found;
  const told = new Set(found.map(({ impersonation }) => impersonation));
  const others = looks.filter((look) => !told.has(look));
  return [...found, ...(await Promise.all(others.map((look) => newestOfLook(deps, look, fewChanges)))).flat()];
};

/**
 * Support's changes at a shop, oldest first, by impersonation session. Returns the newest 500; `of` may name one
 * session. Sessions of the shop missing there add their newest 5 each. Reads the vault once; with `hidesPeople` not at
 * all, and marks possibly personal words as hidden.
 */
export const supportChangesOf = async (
  deps: Deps,
  { tenant, of, hidesPeople = false }: { tenant: string; of: string | readonly string[]; hidesPeople?: boolean },
): Promise<Map<string, SaidChange[]>> => {
  const { runner, vault } = deps;
  const found = await (typeof of === "string" ? newestOfLook(deps, of) : newestOfShop(deps, tenant, of));
  if (found.length === 0) return new Map();
  const documents = found.reverse();
  const { state } = await runner.load(workspaceDecider, tenant);
  const kept = hidesPeople ? [] : documents.flatMap(({ change }) => (change ? referencesInChange(change) : []));
  const references = [...new Set(kept)];
  const texts = references.length === 0 ? new Map<string, string>() : await vault.readAll(references);
  const said = ({ subject, change, sentence }: SupportChangeDocument): string =>
    subject === null || change === null
      ? (sentence ?? "")
      : `${named(state, subject)}: ${hidesPeople ? changeHidden(change) : sentenceOf(spokenChange(change, texts))}`;
  const changes = new Map<string, SaidChange[]>();
  for (const document of documents) {
    const { impersonation: look, at } = document;
    changes.set(look, [...(changes.get(look) ?? []), { at, what: said(document) }]);
  }
  return changes;
};
