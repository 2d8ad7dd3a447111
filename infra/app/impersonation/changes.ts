import { collections, type SupportChangeDocument } from "#domain/read-models/documents.ts";
import { quoted } from "#domain/text/quoted.ts";
import { automationKind } from "#domain/workspace/automations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { designKind } from "#domain/workspace/designs.ts";
import { filterKind } from "#domain/workspace/filters.ts";
import { referencesInChange, spokenChange } from "#domain/workspace/history-change.ts";
import { sentenceOf } from "#domain/workspace/sentences.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { find } from "#domain/workspace/things.ts";
import type { FieldFilter } from "../../ports/read-store.ts";
import type { Vault } from "../../ports/vault.ts";
import type { CommandRunner } from "../command-runner-types.ts";
import type { ServedReadModels } from "../read-models/serve.ts";

type Deps = {
  readModels: Pick<ServedReadModels, "find">;
  runner: Pick<CommandRunner, "load">;
  vault: Pick<Vault, "readAll">;
};

/** Something that support changed, as a sentence; `at` is ISO UTC. */
export type SaidChange = { at: string; what: string };

/** Stands for a word that is not shown. */
const hidden = "•••";

/** Changes that are told at once, the newest. */
const mostChanges = 500;

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

/** A thing by its title as it is now. */
const named = (state: WorkspaceState, subject: Subject): string => {
  const title = titleOf(state, subject);
  return title === undefined ? `A deleted ${names[subject.kind]}` : `${capital(names[subject.kind])} ${quoted(title)}`;
};

/**
 * What support changed at a shop, oldest first, by the looks' ids: the newest 500 changes, of one look where `impersonation` names it. One read of the vault
 * for all; with `hidesPeople` none, and a sign stands for every word that may name somebody.
 */
export const supportChangesOf = async (
  { readModels, runner, vault }: Deps,
  { tenant, impersonation, hidesPeople = false }: { tenant: string; impersonation?: string; hidesPeople?: boolean },
): Promise<Map<string, SaidChange[]>> => {
  const where: FieldFilter[] = [
    impersonation === undefined
      ? { field: "tenant", equals: tenant }
      : { field: "impersonation", equals: impersonation },
  ];
  const sort = [{ field: "place", descending: true }];
  const found = await readModels.find(collections.supportChanges.name, { where, sort, limit: mostChanges });
  if (found.length === 0) return new Map();
  const documents = found.map(({ document }) => document as unknown as SupportChangeDocument).reverse();
  const { state } = await runner.load(workspaceDecider, tenant);
  const references = [...new Set(documents.flatMap(({ change }) => (change ? referencesInChange(change) : [])))];
  const texts = hidesPeople
    ? new Map(references.map((reference) => [reference, hidden]))
    : references.length === 0
      ? new Map<string, string>()
      : await vault.readAll(references);
  const said = ({ subject, change, sentence }: SupportChangeDocument): string =>
    subject === null || change === null
      ? (sentence ?? "")
      : `${named(state, subject)}: ${sentenceOf(spokenChange(change, texts))}`;
  const changes = new Map<string, SaidChange[]>();
  for (const document of documents) {
    const { impersonation: look, at } = document;
    changes.set(look, [...(changes.get(look) ?? []), { at, what: said(document) }]);
  }
  return changes;
};
