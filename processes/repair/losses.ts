import { decodeEvent } from "#application/events/decode-event.ts";
import { inputPrefix } from "#application/exports/freeze-input.ts";
import { listAllFiles } from "#application/exports/list-all-files.ts";
import { isRowHashFile } from "#application/exports/sidecar-files.ts";
import { isPeopleFile } from "#application/people/people-file.ts";
import { readBuilds, toVersionedName } from "#application/read-models/builds.ts";
import { shopNamePrefix } from "#application/session/shop-names.ts";
import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import {
  collections,
  type ExportDocument,
  type ReportDesignDocument,
  type WorkspaceHistoryDocument,
} from "#domain/read-models/documents.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import { type HistoryChange, toHistoryChange } from "#domain/workspace/history/history-change.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import type { Database } from "#infra/sqlite/database.ts";
import { findEntries, listJobs } from "#infra/sqlite/state/state-repair.ts";
import type { Causes } from "./causes.ts";
import { compareRequests, type Requests } from "./requests.ts";

/** Data that the other stores mention and the streams lack. */
export type Losses = {
  /** By id, in order of request, unknown times last. A file may still exist. */
  exports: Map<string, { title?: string; shop?: string; requestedAt?: string; file?: string }>;
  /** Changes to designs, filters and automations, by object. */
  edits: { shop: string; object: string; changes: number; last: string }[];
  shops: string[];
  /** Titles of ended exports that will be made again. */
  repeatable: string[];
  requests: Requests;
};

export type Stores = { eventStore: EventStore; state: Database; readStore: ReadStore; fileStore: FileStore };

const pageSize = 1_000;

/** Reads a read model's documents; none before the first build. */
const readDocuments = async function* <T>(readStore: ReadStore, name: string): AsyncGenerator<T> {
  const { live } = await readBuilds(readStore, name);
  if (live === null) return;
  const collection = toVersionedName(name, live);
  for (let offset = 0; ; offset += pageSize) {
    const page = await readStore.find(collection, { offset, limit: pageSize });
    for (const { document } of page) yield document as T;
    if (page.length < pageSize) return;
  }
};

/** Names of shops by tenant, lost shops included. */
const shopNames = (state: Database, causes: Causes): Map<string, string> => {
  const names = new Map<string, string>();
  for (const { key, value } of findEntries<string>(state, shopNamePrefix))
    names.set(value, key.slice(shopNamePrefix.length));
  for (const [shop, installed] of causes.installations) for (const { tenant } of installed) names.set(tenant, shop);
  return names;
};

const findLostExports = async ({ state, readStore, fileStore }: Stores, causes: Causes, names: Map<string, string>) => {
  const lostExports: Losses["exports"] = new Map();
  const note = (exportId: string, facts: { title?: string; shop?: string; requestedAt?: string; file?: string }) => {
    if (!causes.exports.has(exportId)) lostExports.set(exportId, { ...lostExports.get(exportId), ...facts });
  };
  for (const { value } of findEntries<FrozenInput>(state, inputPrefix))
    note(value.exportId, { title: value.design.title, shop: value.shop.shop, requestedAt: value.requestedAt });
  for await (const document of readDocuments<ExportDocument>(readStore, collections.exports.name)) {
    const { exportId, tenant, title, createdAt } = document;
    note(exportId, { title, shop: names.get(tenant) ?? tenant, requestedAt: createdAt });
  }
  for (const { payload } of listJobs(state)) {
    // Not every export job names the tenant.
    const shop = names.get(String(payload.tenant));
    if (typeof payload.exportId === "string") note(payload.exportId, shop === undefined ? {} : { shop });
  }
  for await (const key of listAllFiles(fileStore)) {
    if (isPeopleFile(key) || isRowHashFile(key)) continue;
    const exportId = key.split(".")[0] ?? key;
    if (lostExports.has(exportId) || !causes.exports.has(exportId)) note(exportId, { file: key });
  }
  const whenOf = ({ requestedAt = "~" }: { requestedAt?: string }): string => requestedAt;
  return new Map(
    [...lostExports].sort(([, a], [, b]) => Number(whenOf(a) > whenOf(b)) - Number(whenOf(a) < whenOf(b))),
  );
};

const changeIn = (recorded: RecordedEvent, objectId: string): HistoryChange =>
  toHistoryChange(decodeEvent(recorded, upcasters) as WorkspaceEvent, objectId);

const titleIn = (change: HistoryChange): string | undefined => {
  if (change.kind === "renamed") return change.to;
  return "title" in change ? change.title : undefined;
};

const findLostEdits = async (
  { eventStore, readStore }: Stores,
  names: Map<string, string>,
): Promise<Losses["edits"]> => {
  const editsByObject = new Map<string, Losses["edits"][number]>();
  const designs = new Map<string, string>();
  for await (const { reportId, title } of readDocuments<ReportDesignDocument>(
    readStore,
    collections.reportDesigns.name,
  ))
    designs.set(reportId, title);
  const documents = readDocuments<WorkspaceHistoryDocument>(readStore, collections.workspaceHistory.name);
  for await (const { tenant, objectKind, objectId, version, instant, change } of documents) {
    const [currentEvent] = await eventStore.readStream(`workspace-${tenant}`, { fromVersion: version, limit: 1 });
    if (
      currentEvent &&
      currentEvent.metadata.instant === instant &&
      isJsonEqual(changeIn(currentEvent, objectId), change)
    )
      continue;
    const shop = names.get(tenant) ?? tenant;
    // A design's creation has no title; its document may.
    const named = titleIn(change) ?? designs.get(objectId);
    const title = named === undefined ? objectId : `'${named}'`;
    const known = editsByObject.get(objectId);
    editsByObject.set(objectId, {
      shop,
      object: known?.object.includes("'") ? known.object : `${objectKind} ${title}`,
      changes: (known?.changes ?? 0) + 1,
      last: known && known.last > instant ? known.last : instant,
    });
  }
  return [...editsByObject.values()];
};

/** Compares the other stores with the streams. Unreadable read models count as empty. */
export const findLosses = async (stores: Stores, causes: Causes): Promise<Losses> => {
  const names = shopNames(stores.state, causes);
  const shopEntries = findEntries<string>(stores.state, shopNamePrefix);
  const jobs = new Map(listJobs(stores.state).map((job) => [job.id, job]));
  return {
    exports: await findLostExports(stores, causes, names),
    edits: await findLostEdits(stores, names),
    shops: shopEntries.map(({ key }) => key.slice(shopNamePrefix.length)).filter((shop) => !causes.shops.has(shop)),
    repeatable: [...causes.exports]
      .filter(([id, { ended }]) => !ended && jobs.get(`export:${id}`)?.completed)
      .map(([, { title }]) => title),
    requests: compareRequests(stores.state, stores.eventStore.storeId, causes, names),
  };
};
