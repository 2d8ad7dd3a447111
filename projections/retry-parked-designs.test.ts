import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { awaitPosition } from "#application/events/await-position.ts";
import { toVersionedName } from "#application/read-models/builds.ts";
import { readParked } from "#application/read-models/parked.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import { defineContents } from "#domain/read-models/documents.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { adapters, createRunners, type Runners, type Stores } from "#tests/support/projection-runners.ts";
import { reportDesigns } from "./read-models/report-designs.ts";

const { name } = reportDesigns;

const created = (reportId: string, ordering: number): SheafEvent => ({
  type: "ReportDesignCreated",
  data: {
    ...{ reportId, title: reportId.toUpperCase(), ordering, grouping: Grouping.OnePerOrder },
    ...{ splitter: WorksheetSplitter.None, sortedBy: null, shown: ["OrderNum"], settings: {} },
  },
});
const renamed = (reportId: string, to: string): SheafEvent => ({
  type: "ReportRenamed",
  data: { reportId, from: reportId.toUpperCase(), to },
});
const deleted = (reportId: string, left: string[]) =>
  ({ type: "ReportDesignDeleted", data: { reportId, left } }) as unknown as SheafEvent;
const ordered = (from: string[], to: string[]): SheafEvent => ({
  type: "ReportDesignsOrdered",
  data: { from, to, moved: to },
});

/** Simulates a version of Sheaf with a bug, until it is fixed. */
const failingAt = (isFatal: (event: SheafEvent) => boolean): typeof reportDesigns => ({
  ...reportDesigns,
  project: (event) => {
    if (isFatal(event as SheafEvent)) throw new Error("Cannot project this.");
    return reportDesigns.project(event);
  },
});

describe.each(Object.entries(adapters))("a try that changes other report designs on the %s stores", (_name, open) => {
  let stores: Stores;
  let runners: Runners;
  let written: Record<string, number>;
  beforeEach(async () => {
    stores = await open();
    runners = createRunners(stores);
    written = {};
  });
  afterEach(async () => {
    await runners.halt();
    await stores.close();
  });

  const write = async (stream: string, ...events: { type: string; data: object }[]) => {
    const known = written[stream] ?? 0;
    const { position } = await stores.eventStore.appendToStream(
      stream,
      events.map(({ type, data }, n) => ({
        id: `${stream}-${known + n}`,
        type,
        data: data as never,
        metadata: metadataAt("2026-11-20T10:00:00.000Z", { tenant: "t" }),
      })),
      { expectedVersion: known === 0 ? "no-stream" : known - 1 },
    );
    written[stream] = known + events.length;
    return position;
  };
  const isSeen = (position: string, signal?: AbortSignal) =>
    awaitPosition({
      ...{ readModels: runners.reader(), names: [name], position, timeout: 5_000 },
      ...(signal ? { signal } : {}),
    });
  const append = async (...given: Parameters<typeof write>) => expect(await isSeen(await write(...given))).toBe(true);
  const happens = (...events: SheafEvent[]) => append("workspace-t", ...events);
  const asking = (documentId: string) => ({
    type: "ParkedTriedAgain",
    data: { agent: "a", projection: name, collection: name, documentId, reasonRef: "act-reason:1" },
  });
  const ask = (documentId: string) => append("console-1", asking(documentId));
  const mend = async (projection: typeof reportDesigns = reportDesigns) => {
    await runners.halt();
    runners.start({}, projection);
  };
  const list = async () =>
    Object.fromEntries(
      (await runners.reader().find(name, {})).map(({ id, document }) => [id, [document.ordering, document.title]]),
    );
  const parked = async () =>
    (await readParked({ readStore: stores.readStore, names: [name], parts: 1 })).map(
      ({ document }) => document.documentId,
    );

  it("gives the others the places left by a deletion, though one was renamed since", async () => {
    runners.start(
      {},
      failingAt(({ type }) => type === "ReportDesignDeleted"),
    );
    await happens(created("a", 0), created("b", 1), created("c", 2), deleted("a", ["b", "c"]), renamed("b", "Mine"));
    expect(await parked()).toEqual(["a"]);
    await mend();
    await ask("a");
    expect(await parked()).toEqual([]);
    expect(await list()).toEqual({ b: [0, "Mine"], c: [1, "C"] });
    const contents = toVersionedName(defineContents(name).name, reportDesigns.version);
    expect(await stores.readStore.get(contents, "a")).toBeUndefined();
  });

  it("killed after any of its writes, is finished by the next process as if nothing had happened", async () => {
    runners.start(
      {},
      failingAt(({ type }) => type === "ReportDesignDeleted"),
    );
    await happens(created("a", 0), created("b", 1), created("c", 2), deleted("a", ["b", "c"]), renamed("b", "Mine"));
    await runners.halt();
    const position = await write("console-1", asking("a"));
    await write("workspace-t", renamed("c", "Last"));
    /** Lets through this many writes of the retry, then none. */
    const dyingAfter = (writes: number): ReadStore => {
      let left = writes;
      const { readStore } = stores;
      return {
        ...readStore,
        apply: async (changes, options) => {
          for (const change of changes) {
            if (change.position === position && left === 0) throw new Error("killed");
            if (change.position === position) left -= 1;
            await readStore.apply([change], options);
          }
        },
      };
    };
    const isKilledAfter = async (writes: number): Promise<boolean> => {
      const over = new AbortController();
      const { done } = runners.start({ readStore: dyingAfter(writes) }, reportDesigns);
      const end = done.then(
        () => "stopped",
        (error: Error) => error.message,
      );
      void end.then(() => over.abort());
      if (await isSeen(position, over.signal)) return false;
      expect(await end).toBe("killed");
      return true;
    };
    let kills = 0;
    for (; await isKilledAfter(kills); kills += 1) {
      expect(await parked()).toEqual(["a"]);
      await runners.halt();
    }
    // The places of two others, the document, its contents, and its removal from the parked ones.
    expect(kills).toBe(5);
    expect(await parked()).toEqual([]);
    await happens(renamed("b", "Ours"));
    expect(await list()).toEqual({ b: [0, "Ours"], c: [1, "Last"] });
    const contents = toVersionedName(defineContents(name).name, reportDesigns.version);
    expect(await stores.readStore.get(contents, "a")).toBeUndefined();
  });

  it("leaves the places of a later order, and designs deleted since", async () => {
    runners.start(
      {},
      failingAt((event) => event.type === "ReportDesignDeleted" && event.data.reportId === "a"),
    );
    await happens(created("a", 0), created("b", 1), created("c", 2), created("d", 3));
    await happens(deleted("a", ["b", "c", "d"]), ordered(["b", "c", "d"], ["d", "c", "b"]), deleted("c", ["d", "b"]));
    await mend();
    await ask("a");
    expect(await list()).toEqual({ d: [0, "D"], b: [1, "B"] });
  });

  it("puts a whole list in order, with all that was edited since", async () => {
    runners.start(
      {},
      failingAt(({ type }) => type === "ReportDesignsOrdered"),
    );
    await happens(created("a", 0), created("b", 1), ordered(["a", "b"], ["b", "a"]));
    await happens(renamed("a", "First"), renamed("b", "Second"));
    expect(await parked()).toEqual(["list:workspace-t"]);
    await mend();
    await ask("list:workspace-t");
    expect(await parked()).toEqual([]);
    expect(await list()).toEqual({ a: [1, "First"], b: [0, "Second"] });
    await happens(renamed("a", "Third"));
    expect(await list()).toMatchObject({ a: [1, "Third"] });
  });

  it("keeps later changes of a design parked by now, up to where it waits", async () => {
    const isFatal = (event: SheafEvent) => event.type === "ReportRenamed" && event.data.to === "bad";
    runners.start(
      {},
      failingAt((event) => isFatal(event) || (event.type === "ReportDesignDeleted" && event.data.reportId === "a")),
    );
    await happens(created("a", 0), created("b", 1), created("c", 2), created("d", 3), deleted("a", ["b", "c", "d"]));
    await happens(deleted("b", ["d", "c"]), created("b", 2), renamed("b", "bad"), deleted("b", ["c", "d"]));
    expect((await parked()).sort()).toEqual(["a", "b"]);
    await mend(failingAt(isFatal));
    await ask("a");
    expect(await parked()).toEqual(["b"]);
    expect(await list()).toEqual({ d: [0, "D"], c: [1, "C"], b: [2, "B"] });
    expect(await runners.reader().get(name, "b")).toMatchObject({ document: { stale: true } });
    await mend();
    await ask("b");
    expect(await list()).toEqual({ c: [0, "C"], d: [1, "D"] });
  });
});
