import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { EventToAppend } from "#infra/ports/stores/event-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { catchUp } from "./catch-up.ts";
import { type Figure, interleaved, seconds } from "./measure.ts";

const appends = 4_000;
const events = 100_000;

const event = (n: number): EventToAppend => ({
  id: `bench-${n}`,
  type: "ReportDesignCreated",
  data: {
    reportId: `r${n}`,
    title: `Untitled${n}`,
    grouping: 0,
    ordering: n,
    splitter: 0,
    sortedBy: null,
    shown: [],
    settings: {},
  },
  metadata: { schema: 1, correlation: "c", causation: "c", tenant: "t", instant: "2026-11-01T00:00:00.000Z" },
});

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** A bare loop over node:sqlite that stores the same text as durably: the yardstick. */
const openBare = (folder: string) => {
  const db = new DatabaseSync(join(folder, "bare.db"));
  db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
  db.exec(
    "CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT, version INTEGER, id TEXT UNIQUE, type TEXT, data TEXT, metadata TEXT, UNIQUE(stream, version))",
  );
  const insert = db.prepare("INSERT INTO events (stream, version, id, type, data, metadata) VALUES (?,?,?,?,?,?)");
  return {
    db,
    insert: (n: number) => {
      const { id, type, data, metadata } = event(n);
      insert.run(`s-${n % 50}`, Math.floor(n / 50), id, type, JSON.stringify(data), JSON.stringify(metadata));
    },
  };
};

const ourAppends = () =>
  inFolder(async (dataDir) => {
    const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createSystemClock(), readModels: "none" });
    const time = await seconds(async () => {
      for (let n = 0; n < appends; n += 1)
        await stores.eventStore.appendToStream(`s-${n % 50}`, [event(n)], {
          expectedVersion: n < 50 ? "no-stream" : Math.floor(n / 50) - 1,
        });
    });
    await stores.close();
    return appends / time;
  });

const bareAppends = () =>
  inFolder(async (folder) => {
    const { db, insert } = openBare(folder);
    const time = await seconds(() => {
      for (let n = 0; n < appends; n += 1) {
        db.exec("BEGIN IMMEDIATE");
        insert(n);
        db.exec("COMMIT");
      }
    });
    db.close();
    return appends / time;
  });

const batch = 500;

/** Reads every event in order and writes one document for each, as a projection does. */
const ourCatchUp = () =>
  inFolder(async (dataDir) => {
    const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: createSystemClock(), readModels: "write" });
    const { eventStore, readStore } = stores;
    for (let n = 0; n < events; n += batch)
      await eventStore.appendToStream(
        `s-${n}`,
        Array.from({ length: batch }, (_, offset) => event(n + offset)),
        { expectedVersion: "no-stream" },
      );
    await readStore.ensureCollections([{ name: "designs", indexes: ["ordering"] }]);
    let read = 0;
    const time = await seconds(async () => {
      let after: string | undefined;
      for (;;) {
        const found = await eventStore.readAll({ ...(after === undefined ? {} : { after }), limit: batch });
        const last = found.at(-1);
        if (!last) break;
        await readStore.apply(
          found.map(({ id, position, data, metadata }) => ({
            kind: "put",
            collection: "designs",
            id,
            position,
            document: { ...data, ...metadata },
          })),
        );
        await readStore.writeCheckpoint("bench", {
          storeId: eventStore.storeId,
          position: last.position,
          eventId: last.id,
        });
        after = last.position;
        read += found.length;
      }
    });
    await stores.close();
    if (read !== events) throw new Error(`The catch-up read ${read} of ${events} events.`);
    return events / time;
  });

/** The same events through the product's own projection runner and one of its read models. */
const runnerCatchUp = () =>
  inFolder(async (dataDir) => {
    const { eventStore, readStore, close } = await openStores({
      config: { DATA_DIR: dataDir },
      clock: createSystemClock(),
      readModels: "write",
    });
    const rate = await catchUp({ eventStore, readStore }, { event, events, batch });
    await close();
    return rate;
  });

type BareRow = { position: number; id: string; data: string; metadata: string };

type BareDocument = { [field: string]: unknown; ordering: number };

/** The documents of an event, by table; of the first table the field `ordering` has an index. */
type BareProjection = (event: { data: BareDocument; metadata: object }) => { designs: BareDocument; contents?: object };

/** The same work as ours: reads data and metadata of each event in order and writes the documents that a projection makes of it. */
const bareCatchUp = (project: BareProjection) =>
  inFolder(async (folder) => {
    const { db, insert } = openBare(folder);
    db.exec("BEGIN");
    for (let n = 0; n < events; n += 1) insert(n);
    db.exec("COMMIT");
    const read = new DatabaseSync(join(folder, "bare-read.db"));
    read.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL");
    read.exec("CREATE TABLE designs (id TEXT PRIMARY KEY, position INTEGER, doc TEXT, ordering INTEGER)");
    read.exec("CREATE INDEX designs_ordering ON designs (ordering)");
    read.exec("CREATE TABLE contents (id TEXT PRIMARY KEY, position INTEGER, doc TEXT)");
    read.exec("CREATE TABLE checkpoint (name TEXT PRIMARY KEY, position INTEGER)");
    const select = db.prepare("SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?");
    const upsert = read.prepare(
      "INSERT INTO designs (id, position, doc, ordering) VALUES (?,?,?,?) ON CONFLICT(id) DO UPDATE SET position=excluded.position, doc=excluded.doc, ordering=excluded.ordering WHERE excluded.position > designs.position",
    );
    const upsertContent = read.prepare(
      "INSERT INTO contents (id, position, doc) VALUES (?,?,?) ON CONFLICT(id) DO UPDATE SET position=excluded.position, doc=excluded.doc WHERE excluded.position > contents.position",
    );
    const checkpoint = read.prepare("INSERT OR REPLACE INTO checkpoint (name, position) VALUES ('bench', ?)");
    const time = await seconds(() => {
      let after = 0;
      for (;;) {
        const found = select.all(after, batch) as BareRow[];
        const last = found.at(-1);
        if (!last) break;
        read.exec("BEGIN IMMEDIATE");
        for (const row of found) {
          const { designs, contents } = project({
            data: JSON.parse(row.data) as BareDocument,
            metadata: JSON.parse(row.metadata) as object,
          });
          upsert.run(row.id, row.position, JSON.stringify(designs), designs.ordering);
          if (contents) upsertContent.run(row.id, row.position, JSON.stringify(contents));
        }
        read.exec("COMMIT");
        checkpoint.run(last.position);
        after = last.position;
      }
    });
    db.close();
    read.close();
    return events / time;
  });

const asItCame: BareProjection = ({ data, metadata }) => ({ designs: { ...data, ...metadata } });

/** The documents of the product's design read model: one for lists, and one with the content. */
const asDesigns: BareProjection = ({ data: { reportId, ordering, ...content }, metadata }) => ({
  designs: {
    ...metadata,
    reportId,
    ordering,
    title: content.title,
    grouping: content.grouping,
    splitter: content.splitter,
  },
  contents: content,
});

/** Durable appends and catch-up with a read-model upsert beside bare node:sqlite loops. */
export const run = async (): Promise<Figure[]> => {
  const append = await interleaved(5, ourAppends, bareAppends);
  const catchUp = await interleaved(3, ourCatchUp, () => bareCatchUp(asItCame));
  const runner = await interleaved(5, runnerCatchUp, () => bareCatchUp(asDesigns));
  const figure = (name: string, { ours, peer }: { ours: number; peer: number }, most: number): Figure => ({
    name,
    value: ours,
    unit: "events/s",
    peer: { name: "bare node:sqlite", value: peer, ratio: peer / ours },
    goal: { text: `at most ${most} times slower`, met: peer / ours <= most },
  });
  return [
    figure("durable appends, one event each", append, 1.5),
    figure("catch-up with a read-model upsert", catchUp, 1.5),
    figure("catch-up through the projection runner", runner, 1.3),
  ];
};
