import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { upcasters } from "#domain/event-schemas.ts";
import { type History, historyBeforeMendKey, historyKey } from "#infra/history/marks.ts";
import { formatFolderInPlace } from "#infra/sqlite/damage.ts";
import { openDatabase } from "#infra/sqlite/database.ts";
import { eventSchema } from "#infra/sqlite/events/event-schema.ts";
import { CannotCheckFile, type FileState } from "#infra/sqlite/files/check-file.ts";
import { assertNotOfNewerSqlite } from "#infra/sqlite/files/newer-sqlite.ts";
import { isAbsent, openToRead } from "#infra/sqlite/files/open-to-read.ts";
import { getDatabasePath, removeDatabase } from "#infra/sqlite/files/quarantine.ts";
import {
  checkEventsFile,
  checkStateFile,
  type ReadableEvents,
  salvageEvents,
  salvageState,
} from "#infra/sqlite/files/salvage.ts";
import { openStateDatabase, stateSchema } from "#infra/sqlite/state/state-database.ts";
import { moveHistoryAside } from "#infra/sqlite/state/state-repair.ts";
import { hasReports } from "../find-leftovers.ts";
import {
  finishReplacement,
  getDraftPath,
  getSalvagePath,
  isHalfReplaced,
  replaceWithDraft,
  salvageToDraft,
} from "./replace.ts";

/** `half-replaced`: a repair was killed between a complete salvage and swapping the files. */
export type Found = FileState | { kind: "half-replaced" };
export type Files = { events: Found; state: Found };

const inspectFile = (file: string, through: (file: string) => FileState): Found => {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new CannotCheckFile(formatFolderInPlace(file));
  if (isHalfReplaced(file)) return { kind: "half-replaced" };
  assertNotOfNewerSqlite(file);
  return isAbsent(file) ? { kind: "missing" } : through(file);
};

/** @throws {CannotCheckFile} a file cannot be opened, or a newer Sheaf or SQLite wrote it */
export const inspectFiles = (dataDir: string): Files => ({
  events: inspectFile(getDatabasePath(dataDir, "events"), (file) => checkEventsFile(file, upcasters.canRead)),
  state: inspectFile(getDatabasePath(dataDir, "state"), checkStateFile),
});

export const areSound = ({ events, state }: Files): boolean => events.kind === "sound" && state.kind === "sound";

/**
 * True if a folder has a store, or remains or products of one.
 * @throws the system's error if the folder can't be listed
 */
export const holdsStores = (dataDir: string): boolean => {
  const stores = [getDatabasePath(dataDir, "events"), getDatabasePath(dataDir, "state")];
  const names = [...stores, ...stores.map(getSalvagePath), getDatabasePath(dataDir, "read-models")].map((file) =>
    basename(file),
  );
  const holds = (name: string): boolean => names.includes(name) && !isAbsent(join(dataDir, name));
  return readdirSync(dataDir).some(holds) || hasReports(dataDir);
};

/** Where to read a store before files are replaced. A missing store reads as empty. */
export const getReadPath = (dataDir: string, files: Files, name: keyof Files): string => {
  const file = getDatabasePath(dataDir, name);
  return { missing: ":memory:", sound: file, damaged: getDraftPath(file), "half-replaced": getSalvagePath(file) }[
    files[name].kind
  ];
};

const describeEvents = ({ events, streams, last, wrong }: ReadableEvents): string => {
  if (events === 0) return "No event of it can be read.";
  return wrong === undefined
    ? `All its ${events} events, in ${streams} streams, can be read, up to ${last}.`
    : `Its first ${events} events, in ${streams} streams, can be read, up to ${last}; what came after is lost without a backup.`;
};

const describeState = ({ state = 0, vault = 0 }: Record<string, number>): string =>
  `${state} of its entries and ${vault} of its sealed values can be read; jobs are made again from the events.`;

/**
 * Salvages damaged files into drafts, and says what is wrong.
 * @throws {CannotCheckFile} no room for it
 */
export const salvageFiles = (dataDir: string, { events, state }: Files): string[] => {
  const sentences: string[] = [];
  const eventsFile = getDatabasePath(dataDir, "events");
  const stateFile = getDatabasePath(dataDir, "state");
  if (events.kind === "damaged") {
    const storeId = rememberedStoreId(dataDir);
    const saved = salvageToDraft(eventsFile, eventSchema, (target) =>
      salvageEvents(eventsFile, storeId, target, upcasters.canRead),
    );
    sentences.push(`events.db is damaged (${events.reason}). ${describeEvents(saved)}`);
  }
  if (events.kind === "missing") sentences.push("events.db is missing: every design, filter and export is lost.");
  if (state.kind === "damaged") {
    const saved = salvageToDraft(stateFile, stateSchema, (target) => salvageState(stateFile, target));
    sentences.push(`state.db is damaged (${state.reason}). ${describeState(saved)}`);
  }
  if (state.kind === "missing")
    sentences.push("state.db is missing: exports under way fail. Shops keep their designs, filters and exports.");
  for (const [name, { kind }] of Object.entries({ events, state }))
    if (kind === "half-replaced")
      sentences.push(`${name}.db was being replaced when a repair was stopped; mending continues.`);
  return sentences;
};

/** Removes the drafts of {@link salvageFiles}, except an only copy. */
export const removeDrafts = (dataDir: string): void => {
  for (const file of [getDatabasePath(dataDir, "events"), getDatabasePath(dataDir, "state")]) {
    removeDatabase(getDraftPath(file));
    if (existsSync(file)) removeDatabase(getSalvagePath(file));
  }
};

const rememberedStoreId = (dataDir: string): string | undefined => {
  const file = getDatabasePath(dataDir, "state");
  if (!existsSync(file)) return undefined;
  try {
    const db = openToRead(file);
    try {
      const row = db
        .prepare("SELECT value FROM state WHERE key IN (?, ?) ORDER BY key")
        .get(historyKey, historyBeforeMendKey);
      return row && (JSON.parse(String(row.value)) as History).storeId;
    } finally {
      db.close();
    }
  } catch {
    // The events then get a new id, and are compared themselves.
    return undefined;
  }
};

const quarantineWarnings: Record<keyof Files, readonly string[]> = {
  events: [],
  state: [
    "What was set aside still holds tokens and personal values, erased ones too, and the master key opens them. The next erasure of personal data removes it, or upkeep after a week. Delete it as soon as you no longer need it, and guard copies of it as closely as the folder.",
  ],
};

/** Replaces damaged files with their drafts, and missing ones with empty ones. Returns sentences. */
export const replaceFiles = async (dataDir: string, files: Files, now: Date): Promise<string[]> => {
  const done: string[] = [];
  // Must come first: from here Sheaf refuses to start until a repair is done, even if this one is killed.
  if (files.state.kind === "sound" && files.events.kind !== "sound")
    await moveHistoryAside(getDatabasePath(dataDir, "state"));
  for (const [name, { kind }] of Object.entries(files) as [keyof Files, Found][]) {
    const file = getDatabasePath(dataDir, name);
    if (kind === "damaged")
      done.push(
        `${name}.db was set aside as ${replaceWithDraft(file, now)}; the new one has what could be read of it.`,
        ...quarantineWarnings[name],
      );
    if (kind === "half-replaced") {
      finishReplacement(file, now);
      done.push(...quarantineWarnings[name]);
    }
    if (kind === "missing" && name === "events")
      openDatabase({ file, synchronous: "FULL", schema: eventSchema }).close();
    if (kind === "missing" && name === "state") openStateDatabase(file).close();
  }
  return done;
};
