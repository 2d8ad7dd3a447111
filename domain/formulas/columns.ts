import { isProblem, type ParsedFormula, parseFormula } from "./syntax/parse.ts";
import type { Reference } from "./syntax/references.ts";

/** What becomes of a column with a formula: null of one without. */
export type FormulaColumn =
  /** `computed`: by us too, and not by Excel alone. */
  | { state: "good"; parsed: ParsedFormula; computed: boolean }
  /** It refers to itself, over other columns too: `through` are their places, this one first. */
  | { state: "circle"; through: readonly number[] }
  | { state: "wrong"; problem: string };

/** The formulas of a worksheet's columns, and in which order those that we compute are. */
export type FormulaColumns = { columns: readonly (FormulaColumn | null)[]; order: readonly number[] };

/** One formula looks at another's column: in its own row, in one that is the same for all, or further down. */
type Edge = { to: number; sameRow: boolean; fixed: boolean };

/** The four kinds of them. */
const kinds = [true, false].flatMap((sameRow) => [true, false].map((fixed) => ({ sameRow, fixed })));

/** Ranges that are the same but for their rows are looked at once: a formula may have a hundred, each over all columns. */
const edgesOf = (references: readonly Reference[], formulas: readonly number[]): Edge[] =>
  kinds.flatMap(({ sameRow, fixed }) => {
    const ranges = new Map<string, Reference>();
    for (const reference of references) {
      const { from, to } = reference;
      const isSameRow = from.fixed !== to.fixed || (!from.fixed && Math.min(from.row, to.row) === 1);
      if (isSameRow === sameRow && (from.fixed || to.fixed) === fixed)
        ranges.set(`${from.column}:${to.column}`, reference);
    }
    const distinct = [...ranges.values()];
    return formulas
      .filter((place) => distinct.some(({ from, to }) => place >= from.column && place <= to.column))
      .map((to) => ({ to, sameRow, fixed }));
  });

/** The shortest way from a column back to itself; null where there is none. */
const wayBack = (start: number, edges: ReadonlyMap<number, readonly Edge[]>): number[] | null => {
  const cameFrom = new Map<number, number>();
  const next = [start];
  for (const place of next) {
    for (const { to } of edges.get(place) ?? []) {
      if (to === start) {
        const way = [place];
        while (way[0] !== start) way.unshift(cameFrom.get(way[0] ?? start) ?? start);
        return way;
      }
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, place);
      next.push(to);
    }
  }
  return null;
};

const reachable = (start: number, edges: ReadonlyMap<number, readonly Edge[]>): Set<number> => {
  const met = new Set<number>();
  const next = [start];
  for (const place of next)
    for (const { to } of edges.get(place) ?? []) {
      if (met.has(to)) continue;
      met.add(to);
      next.push(to);
    }
  return met;
};

/** Columns whose formulas come back to themselves in one row, or by a row that is the same for all. */
const circles = (edges: ReadonlyMap<number, readonly Edge[]>): Map<number, readonly number[]> => {
  const found = new Map<number, readonly number[]>();
  const sameRow = new Map([...edges].map(([from, all]) => [from, all.filter((edge) => edge.sameRow)] as const));
  const beyond = new Map([...edges.keys()].map((place) => [place, reachable(place, edges)] as const));
  const reaches = (from: number, to: number): boolean => beyond.get(from)?.has(to) === true;
  const turning = [...edges].flatMap(([from, all]) =>
    all.some(({ fixed, to }) => fixed && (to === from || reaches(to, from))) ? [from] : [],
  );
  for (const place of edges.keys()) {
    const throughFixed = turning.some((at) => at === place || (reaches(place, at) && reaches(at, place)));
    const way = wayBack(place, sameRow) ?? (throughFixed ? wayBack(place, edges) : null);
    if (way !== null) found.set(place, way);
  }
  return found;
};

/** The columns that formulas of ours look at, over other formulas too, by the places of these formulas. */
export const columnsRead = ({ columns, order }: FormulaColumns): ReadonlyMap<number, ReadonlySet<number>> => {
  const read = new Map<number, ReadonlySet<number>>();
  for (const place of order) {
    const column = columns[place];
    const met = new Set<number>();
    for (const { from, to } of column?.state === "good" ? column.parsed.references : [])
      for (let at = from.column; at <= Math.min(to.column, columns.length - 1); at += 1)
        for (const one of [at, ...(read.get(at) ?? [])]) met.add(one);
    read.set(place, met);
  }
  return read;
};

/**
 * Reads the formulas of a worksheet's visible columns, in their places; null is a column without one. A formula that needs what only Excel
 * computes is computed by Excel alone, and so is one that goes on down to the last row.
 */
export const readFormulas = (formulas: readonly (string | null)[]): FormulaColumns => {
  const parsed = formulas.map((formula) => (formula === null ? null : parseFormula(formula)));
  const good = new Map(parsed.flatMap((one, place) => (one === null || isProblem(one) ? [] : [[place, one] as const])));
  const places = [...good.keys()];
  const edges = new Map([...good].map(([place, { references }]) => [place, edgesOf(references, places)] as const));
  const inCircle = circles(edges);
  const order: number[] = [];
  const left = new Set(places.filter((place) => good.get(place)?.root && !inCircle.has(place)));
  const done = new Set<number>();
  for (let found = true; found; ) {
    found = false;
    for (const place of left) {
      if (!(edges.get(place) ?? []).every(({ to }) => done.has(to))) continue;
      order.push(place);
      done.add(place);
      left.delete(place);
      found = true;
    }
  }
  const columns = parsed.map((one, place): FormulaColumn | null => {
    if (one === null) return null;
    if (isProblem(one)) return { state: "wrong", problem: one.problem };
    const through = inCircle.get(place);
    return through ? { state: "circle", through } : { state: "good", parsed: one, computed: done.has(place) };
  });
  return { columns, order };
};
