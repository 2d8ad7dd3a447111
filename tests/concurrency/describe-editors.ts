import { beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceHistoryDocument } from "#domain/read-models/documents.ts";
import { tiers } from "#domain/tiers/tiers.ts";
import { filterOnWire } from "#domain/wire/filters/filter-on-wire.ts";
import { designOnWire } from "#domain/wire/reports/report-on-wire.ts";
import { shownColumnsOnWire } from "#domain/wire/reports/report-with-columns.ts";
import { toHistoryChange } from "#domain/workspace/history/history-change.ts";
import { editTogether, type Together } from "./edit-together.ts";
import * as judge from "./judge.ts";
import { idsOf } from "./stream.ts";

/** The shop's tier has the same quota for filters and for designs. */
const quota = tiers.Growth.quotas.filters;

/** Invariants when many people edit one shop at the same time. */
export const describeEditors = (load: { editors: number; seconds: number }) => {
  const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000);

  describe(`${load.editors} editors of one shop over two web processes for ${load.seconds} s (RANDOM_SEED=${seed})`, () => {
    let seen: Together;
    beforeAll(
      async () => {
        seen = await editTogether({ ...load, seed });
      },
      (load.seconds + 180) * 1_000,
    );

    it("used every kind of call, merged and conflicted", () => {
      const { done } = seen.ledger;
      for (const what of ["create-new", "clone", "delete", "set-ordering", "restore"]) {
        const times = (done[`filters/${what}`] ?? 0) + (done[`reports/${what}`] ?? 0);
        expect(times, `${what} in ${JSON.stringify(done)}`).toBeGreaterThan(0);
      }
      expect(seen.ledger.saves.length).toBeGreaterThan(load.editors);
      expect(judge.merges(seen.ledger, seen.past)).toBeGreaterThan(0);
      expect(seen.ledger.collisions.length).toBeGreaterThan(0);
    });

    it("got no unexpected responses, such as 503, 500 or a list with gaps", () => {
      expect(seen.ledger.surprises).toEqual([]);
    });

    it("got a conflict if and only if somebody else had changed that field", () => {
      expect(judge.blindSaves(seen.ledger, seen.past)).toEqual([]);
      expect(judge.baselessCollisions(seen.ledger, seen.past)).toEqual([]);
    });

    it("were refused only beyond the quota, or for deleted items", () => {
      expect(judge.baselessRefusals(seen.ledger, seen.past, quota)).toEqual([]);
    });

    it("lost no update: each acknowledged value is stored, or a later acknowledged one", () => {
      expect(judge.savesWithoutEffect(seen.ledger, seen.past)).toEqual([]);
      expect(judge.lostUpdates(seen.ledger, seen.past)).toEqual([]);
      expect(judge.lostMoves(seen.ledger, seen.past)).toEqual([]);
    });

    it("got the same response to a repeated command, which took effect once", () => {
      expect(seen.differing).toEqual([]);
      expect(judge.uncountedCommands(seen.ledger, seen.past)).toEqual([]);
    });

    it("never exceeded the quota, and never had positions other than 0 to n-1 or a repeated id", () => {
      expect(judge.brokenRules(seen.past, quota)).toEqual([]);
      expect(seen.inspection.gaps).toEqual([]);
    });

    it("finally saw the same from both processes: the state of the events", () => {
      const end = seen.past.states.at(-1);
      const wanted = {
        filters: end?.filters.map(filterOnWire),
        reports: end?.reports.map((design) => ({ ...designOnWire(design), columns: shownColumnsOnWire(design) })),
      };
      expect(seen.served).toEqual([wanted, wanted]);
      expect(seen.reread).toEqual(seen.kept.states.at(-1));
    });

    it("have a history of exactly the changes that were made", () => {
      const isHistory = (document: object): document is WorkspaceHistoryDocument => "objectKind" in document;
      const told = seen.inspection.readModels.live.flatMap(({ id, document }) =>
        isHistory(document) ? [{ id, change: document.change }] : [],
      );
      const wanted = seen.kept.events.flatMap((event) =>
        idsOf(event).map((id) => ({ id: `${id}:${event.version}`, change: toHistoryChange(event, id) })),
      );
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
      expect(told.sort(byId)).toEqual(wanted.sort(byId));
    });

    it("get the same read models from a rebuild", () => {
      const { live, rebuilt } = seen.inspection.readModels;
      expect(live.length).toBeGreaterThan(seen.past.events.length);
      expect(live).toEqual(rebuilt);
    });
  });
};
