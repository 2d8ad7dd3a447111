import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { readActorNames } from "#application/impersonation/agent-names.ts";
import { type Reader, withAgentName } from "#domain/core/actor-name.ts";
import { collections, type WorkspaceHistoryDocument } from "#domain/read-models/documents.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import { historyItemOf } from "#domain/wire/history-on-wire.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { OwnTitles } from "#domain/workspace/designs/design-text.ts";
import { detokenizeChange, listChangeReferences } from "#domain/workspace/history/history-change.ts";
import {
  buildHistoryPage,
  firstLines,
  type HistorySlice,
  listMissingSources,
} from "#domain/workspace/history/history-page.ts";
import { createTitlesAtVersion } from "#domain/workspace/history/titles-at-version.ts";
import type { FieldFilter } from "#infra/ports/stores/read-store.ts";
import type { QueryApiDeps } from "../deps.ts";
import { loadShopZone } from "../shop-zone.ts";
import { encodeContinuation, parseContinuation } from "./continuation.ts";

const { name } = collections.workspaceHistory;

/** Titles of a report design's columns; none for a deleted design. */
const readCurrentTitles = async (
  { runner }: Pick<QueryApiDeps, "runner">,
  tenant: string,
  reportId: string,
): Promise<OwnTitles> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const settings = state.reports.find((report) => report.reportId === reportId)?.settings;
  return (key) => settings?.[key]?.title;
};

/** Changes per read: enough for a page of lines, each of which may join several. */
const changesPerRead = 100;

export type HistorySubject = Pick<WorkspaceHistoryDocument, "tenant" | "objectKind" | "objectId">;

/**
 * One page of an item's history; undefined for an item of another shop or kind.
 * @throws {ApiError} 400: no page answered `before`
 */
export const readHistory = async (
  { readModels, vault, runner }: Pick<QueryApiDeps, "readModels" | "vault" | "runner">,
  { tenant, objectKind, objectId }: HistorySubject,
  before: string | undefined,
  reader: Reader,
): Promise<HistoryPage | undefined> => {
  const cursor = before === undefined ? undefined : parseContinuation(before);
  const newest = async (limit: number, ...more: FieldFilter[]): Promise<WorkspaceHistoryDocument[]> => {
    const found = await readModels.find(name, {
      where: [{ field: "tenant", equals: tenant }, { field: "objectId", equals: objectId }, ...more],
      sort: [{ field: "version", descending: true }],
      limit,
    });
    return found.map(({ document }) => document as unknown as WorkspaceHistoryDocument);
  };

  let slice: HistorySlice = { entries: [], ended: false };
  let first = firstLines(slice);
  for (let below = cursor?.below; first === undefined; below = slice.entries.at(-1)?.version) {
    if (slice.entries.length > 0) await yieldToEventLoop();
    const found = await newest(changesPerRead, ...(below === undefined ? [] : [{ field: "version", below }]));
    if (found[0] && found[0].objectKind !== objectKind) return undefined;
    slice = { entries: [...slice.entries, ...found], ended: found.length < changesPerRead };
    first = firstLines(slice);
  }
  if (slice.entries.length === 0 && cursor === undefined) return undefined;

  const sources = [...slice.entries];
  for (const version of listMissingSources(first.lines, slice))
    sources.push(...(await newest(1, { field: "version", below: version + 1 }, { field: "hasContent", equals: true })));
  // Tokenized values join the lines; the vault is read for shown ones only.
  const texts = await vault.readAll([...new Set(first.lines.flatMap(({ change }) => listChangeReferences(change)))]);
  const names = await readActorNames(
    vault,
    first.lines.map(({ actor }) => actor),
  );
  const lines = first.lines.map((line) => ({
    ...line,
    actor: withAgentName(line.actor, names),
    change: detokenizeChange(line.change, texts),
  }));
  const zone = objectKind === "filter" ? await loadShopZone({ runner }, tenant) : undefined;
  const titles =
    objectKind === "report"
      ? createTitlesAtVersion(await readCurrentTitles({ runner }, tenant, objectId), sources)
      : undefined;
  const page = buildHistoryPage({ ...first, lines }, { standing: cursor?.standing ?? false }, sources, {
    zone,
    titles,
    reader,
  });
  return { Items: page.lines.map(historyItemOf), Before: page.next && encodeContinuation(page.next) };
};
