import { isProblem, type ParsedFormula, parseFormula } from "./syntax/parse.ts";
import type { Reference } from "./syntax/references.ts";

/** A column's formula; null if it has none. */
export type FormulaColumn =
  /** `computed`: by Sheaf too, not only by Excel. */
  | { state: "good"; parsed: ParsedFormula; computed: boolean }
  /** The formula refers to itself. `through`: indexes of the columns on the way, this one first. */
  | { state: "circle"; through: readonly number[] }
  | { state: "wrong"; problem: string };

/** `order`: the order in which we compute them. */
export type FormulaColumns = { columns: readonly (FormulaColumn | null)[]; order: readonly number[] };

/** A reference to another formula's column: in the own row, in a row fixed for all (`fixed`), or below. */
type Edge = { to: number; sameRow: boolean; fixed: boolean };

const kinds = [true, false].flatMap((sameRow) => [true, false].map((fixed) => ({ sameRow, fixed })));

/** Ranges that differ only in rows count as one, because a formula may have a hundred over all columns. */
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
      .filter((columnIndex) => distinct.some(({ from, to }) => columnIndex >= from.column && columnIndex <= to.column))
      .map((to) => ({ to, sameRow, fixed }));
  });

/** Shortest path from a column back to itself. */
const findCycle = (start: number, edges: ReadonlyMap<number, readonly Edge[]>): number[] | null => {
  const cameFrom = new Map<number, number>();
  const next = [start];
  for (const columnIndex of next) {
    for (const { to } of edges.get(columnIndex) ?? []) {
      if (to === start) {
        const way = [columnIndex];
        while (way[0] !== start) way.unshift(cameFrom.get(way[0] ?? start) ?? start);
        return way;
      }
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, columnIndex);
      next.push(to);
    }
  }
  return null;
};

const reachable = (start: number, edges: ReadonlyMap<number, readonly Edge[]>): Set<number> => {
  const met = new Set<number>();
  const next = [start];
  for (const columnIndex of next)
    for (const { to } of edges.get(columnIndex) ?? []) {
      if (met.has(to)) continue;
      met.add(to);
      next.push(to);
    }
  return met;
};

/** Finds formulas that return to themselves within a row, or through a fixed row. */
const findCycles = (edges: ReadonlyMap<number, readonly Edge[]>): Map<number, readonly number[]> => {
  const cycleByColumn = new Map<number, readonly number[]>();
  const sameRow = new Map([...edges].map(([from, all]) => [from, all.filter((edge) => edge.sameRow)] as const));
  const beyond = new Map([...edges.keys()].map((columnIndex) => [columnIndex, reachable(columnIndex, edges)] as const));
  const reaches = (from: number, to: number): boolean => beyond.get(from)?.has(to) === true;
  const turning = [...edges].flatMap(([from, all]) =>
    all.some(({ fixed, to }) => fixed && (to === from || reaches(to, from))) ? [from] : [],
  );
  for (const columnIndex of edges.keys()) {
    const throughFixed = turning.some(
      (at) => at === columnIndex || (reaches(columnIndex, at) && reaches(at, columnIndex)),
    );
    const way = findCycle(columnIndex, sameRow) ?? (throughFixed ? findCycle(columnIndex, edges) : null);
    if (way !== null) cycleByColumn.set(columnIndex, way);
  }
  return cycleByColumn;
};

/** Maps formulas to the columns that they read, also through others. */
export const columnsRead = ({ columns, order }: FormulaColumns): ReadonlyMap<number, ReadonlySet<number>> => {
  const columnsByFormula = new Map<number, ReadonlySet<number>>();
  for (const columnIndex of order) {
    const column = columns[columnIndex];
    const met = new Set<number>();
    for (const { from, to } of column?.state === "good" ? column.parsed.references : [])
      for (let at = from.column; at <= Math.min(to.column, columns.length - 1); at += 1)
        for (const one of [at, ...(columnsByFormula.get(at) ?? [])]) met.add(one);
    columnsByFormula.set(columnIndex, met);
  }
  return columnsByFormula;
};

/**
 * Parses the formulas of visible columns, by index. Leaves one to Excel if only Excel computes part of it, or if it
 * reaches the last row.
 */
export const parseFormulas = (formulas: readonly (string | null)[]): FormulaColumns => {
  const parsed = formulas.map((formula) => (formula === null ? null : parseFormula(formula)));
  const parsedByColumn = new Map(
    parsed.flatMap((one, columnIndex) => (one === null || isProblem(one) ? [] : [[columnIndex, one] as const])),
  );
  const columnIndexes = [...parsedByColumn.keys()];
  const edges = new Map(
    [...parsedByColumn].map(
      ([columnIndex, { references }]) => [columnIndex, edgesOf(references, columnIndexes)] as const,
    ),
  );
  const inCircle = findCycles(edges);
  const order: number[] = [];
  const left = new Set(
    columnIndexes.filter((columnIndex) => parsedByColumn.get(columnIndex)?.root && !inCircle.has(columnIndex)),
  );
  const done = new Set<number>();
  for (let found = true; found; ) {
    found = false;
    for (const columnIndex of left) {
      if (!(edges.get(columnIndex) ?? []).every(({ to }) => done.has(to))) continue;
      order.push(columnIndex);
      done.add(columnIndex);
      left.delete(columnIndex);
      found = true;
    }
  }
  const columns = parsed.map((one, columnIndex): FormulaColumn | null => {
    if (one === null) return null;
    if (isProblem(one)) return { state: "wrong", problem: one.problem };
    const through = inCircle.get(columnIndex);
    return through ? { state: "circle", through } : { state: "good", parsed: one, computed: done.has(columnIndex) };
  });
  return { columns, order };
};
