import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextAt } from "../core/context-for-tests.ts";
import { isRefusal } from "../core/decider.ts";
import { refusalOf } from "../core/given-for-tests.ts";
import { reorder } from "../core/ordering.ts";
import { workspaceDecider } from "./decider.ts";
import { emptyWorkspace, type WorkspaceState } from "./state.ts";
import { filters, givenWorkspace, stateAfter, systemFilters } from "./workspace-for-tests.ts";

const ids = (text: string) => [...text];
const made = (base: string, wanted: string, current: string) => {
  const { to, moved } = reorder({ base: ids(base), wanted: ids(wanted), current: ids(current) });
  return [to.join(""), moved.join("")];
};

describe("a new order", () => {
  it.each([
    ["one row moved down", "abcd", "bcda", "abcd", "bcda", "a"],
    ["one row moved up", "abcd", "dabc", "abcd", "dabc", "d"],
    ["nothing moved", "abcd", "abcd", "bacd", "bacd", ""],
    ["two people moved different rows", "abcde", "bcdea", "eabcd", "ebcda", "a"],
    ["somebody else has made the same move", "abc", "bca", "bca", "bca", ""],
    ["a row added meanwhile stays at the end", "abc", "bca", "abcX", "bcaX", "a"],
    ["a row deleted meanwhile is left out", "abc", "cab", "ac", "ca", "c"],
    ["its predecessor was deleted meanwhile", "abcd", "bcad", "abd", "bad", "a"],
    ["a row that is not named stays", "abcd", "ca", "abcd", "cabd", "c"],
    ["a row that was added after the list was read", "ab", "Xab", "abX", "Xab", "X"],
  ])("%s", (_, base, wanted, current, to, moved) => {
    expect(made(base, wanted, current)).toEqual([to, moved]);
  });

  it("puts every moved row after its new predecessor, and leaves the others unchanged", () => {
    const everybody = ids("abcdefghij");
    const order = fc.shuffledSubarray(everybody, { minLength: 10 });
    fc.assert(
      fc.property(order, order, order, (base, wanted, current) => {
        const { to, moved } = reorder({ base, wanted, current });
        expect([...to].sort()).toEqual(everybody);
        const unmoved = (list: readonly string[]) => list.filter((id) => !moved.includes(id));
        expect(unmoved(to)).toEqual(unmoved(current));
        // Without concurrent moves the result is the wanted list.
        expect(reorder({ base, wanted, current: base }).to).toEqual(wanted);
      }),
    );
  });

  it("keeps both moves if two people each moved a different row", () => {
    const everybody = ids("abcdefgh");
    const move = fc.tuple(fc.constantFrom(...everybody), fc.nat(7));
    const moveTo = ([id, place]: [string, number]) => everybody.filter((other) => other !== id).toSpliced(place, 0, id);
    fc.assert(
      fc.property(move, move, (one, other) => {
        const [first, second] = [moveTo(one), moveTo(other)];
        const meant = (wanted: string[]) => reorder({ base: everybody, wanted, current: everybody }).moved;
        const [firstMoved, secondMoved] = [meant(first), meant(second)];
        fc.pre(firstMoved.length === 1 && secondMoved.length === 1 && firstMoved[0] !== secondMoved[0]);
        const both = reorder({ base: everybody, wanted: second, current: first }).to;
        const without = (list: readonly string[], ids: readonly string[]) => list.filter((id) => !ids.includes(id));
        expect(without(both, secondMoved)).toEqual(without(first, secondMoved));
        // The row it follows now: the nearest one above that the other person has not moved.
        const [id] = secondMoved as [string];
        const above = second.slice(0, second.indexOf(id)).findLast((candidate) => !firstMoved.includes(candidate));
        const others = without(both, firstMoved);
        expect(others[others.indexOf(id) - 1]).toBe(above);
      }),
    );
  });
});

describe("ordering filters", () => {
  const order = (base: string, wanted: string) =>
    ({ type: "OrderFilters", base: ids(base), wanted: ids(wanted) }) as const;

  it("records the old and the new list, and the moved row", () => {
    expect(givenWorkspace(...filters("a", "b", "c"), ...systemFilters).when(order("abc", "cab"))).toEqual([
      { type: "FiltersOrdered", data: { from: ids("abc"), to: ids("cab"), moved: ["c"] } },
    ]);
  });

  it("makes no event when nothing moved", () => {
    expect(givenWorkspace(...filters("a", "b")).when(order("ab", "ab"))).toEqual([]);
  });

  it.each([
    ["aa", "twice"],
    ["ax", "not known"],
  ])("is rejected for %s, naming the field", (wanted, words) => {
    const refusal = refusalOf(givenWorkspace(...filters("a", "b")).when(order("ab", wanted)));
    expect(refusal.code).toBe("invalid");
    expect(refusal.message).toContain(words);
    expect(JSON.parse(refusal.details ?? "")).toMatchObject([{ field: "ids" }]);
  });

  it("omits a filter deleted since the list was read", () => {
    expect(givenWorkspace(...filters("a", "b")).when(order("abx", "xba"))).toMatchObject([{ data: { to: ids("ba") } }]);
  });
});

describe("creating, cloning, moving, deleting and restoring filters at random", () => {
  const place = fc.nat(9);
  const step = fc.oneof(
    fc.record({ kind: fc.constant("create" as const) }),
    fc.record({ kind: fc.constant("clone" as const), place }),
    fc.record({ kind: fc.constant("delete" as const), place }),
    fc.record({ kind: fc.constant("restore" as const), place }),
    // `lag`: age of the mover's list, in steps.
    fc.record({ kind: fc.constant("move" as const), place, to: place, lag: fc.nat(4) }),
  );
  const most = 6;

  it("keeps places contiguous in every list, and keeps to the quota", () => {
    const own = (state: WorkspaceState) => state.filters.filter(({ view }) => view === 0);
    const run = (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const states = [stateAfter(emptyWorkspace, systemFilters)];
      const known: WorkspaceState["filters"][number][] = [];
      const decide = (command: object, n: number) => {
        const state = states.at(-1) ?? emptyWorkspace;
        const context = { ...contextAt("2026-11-20T10:00:00.000Z"), newId: (m: number) => `${n}-${m}` };
        const decision = workspaceDecider.decide({ ...command, context } as never, state);
        states.push(isRefusal(decision) ? state : stateAfter(state, decision));
      };
      for (const [n, what] of steps.entries()) {
        const current = own(states.at(-1) ?? emptyWorkspace);
        const chosen = "place" in what ? current[what.place % Math.max(current.length, 1)] : undefined;
        const filterId = chosen?.filterId ?? "none";
        if (what.kind === "create") decide({ type: "CreateFilter", maxFilters: most }, n);
        if (what.kind === "clone") decide({ type: "CloneFilter", filterId, maxFilters: most }, n);
        if (what.kind === "delete") decide({ type: "DeleteFilter", filterId }, n);
        const past = "place" in what ? known[what.place] : undefined;
        if (what.kind === "restore" && past)
          decide(
            {
              type: "RestoreFilter",
              filterId: past.filterId,
              version: 0,
              earlier: past,
              texts: new Map(),
              maxFilters: most,
            },
            n,
          );
        if (what.kind === "move") {
          const base = own(states.at(-1 - what.lag) ?? states[0] ?? emptyWorkspace).map((filter) => filter.filterId);
          const id = base[what.place % Math.max(base.length, 1)];
          if (id !== undefined)
            decide(
              { type: "OrderFilters", base, wanted: base.filter((other) => other !== id).toSpliced(what.to, 0, id) },
              n,
            );
        }
        if (chosen) known.push(chosen);
        const reached = states.at(-1) ?? emptyWorkspace;
        expect(own(reached).map(({ ordering }) => ordering)).toEqual(own(reached).map((_, index) => index));
        expect(new Set(reached.filters.map((filter) => filter.filterId)).size).toBe(reached.filters.length);
        expect(own(reached).length).toBeLessThanOrEqual(most);
        expect(reached.filters.slice(-2).map(({ view, ordering }) => [view, ordering])).toEqual([
          [1, 0],
          [2, 0],
        ]);
      }
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 40 }), run), { numRuns: 150 });
  });
});
