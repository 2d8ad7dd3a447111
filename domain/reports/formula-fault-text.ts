import { quoteText } from "../text/quote-text.ts";

/** A wrong formula in a file. */
export type FormulaFault = {
  column: string;
  /** Text of its cells; null if computed with missing references as empty. */
  reads: string | null;
  /** Why the formula is refused; absent for other faults and in old events. */
  problem?: string;
};

const lostColumnError = "#REF!";
const maxExplained = 3;

/** Example: `1 formula column reads #REF!: “Margin”.` */
const describeOtherFaults = (faults: readonly FormulaFault[]): string => {
  const columns = faults.length === 1 ? "1 formula column" : `${faults.length} formula columns`;
  const named = faults.map(({ column, reads }) =>
    reads === null || reads === lostColumnError ? quoteText(column) : `${quoteText(column)} reads ${reads}`,
  );
  const [read, have] = faults.length === 1 ? ["reads", "has"] : ["read", "have"];
  return `${columns} ${faults.every(({ reads }) => reads === lostColumnError) ? `${read} ${lostColumnError}` : `${have} an error`}: ${named.join(", ")}.`;
};

const describeMoreFaults = (columns: readonly string[]): string =>
  columns.length === 1
    ? `The formula of 1 more column doesn't work: ${columns[0]}.`
    : `The formulas of ${columns.length} more columns don't work: ${columns.join(", ")}.`;

/** Describes a file's wrong formulas: all columns, the first three with the reason. */
export const describeFormulaFaults = (faults: readonly FormulaFault[]): string[] => {
  const refused = faults.filter(({ problem }) => problem !== undefined);
  const others = faults.filter(({ problem }) => problem === undefined);
  const more = refused.slice(maxExplained).map(({ column }) => quoteText(column));
  return [
    ...refused
      .slice(0, maxExplained)
      .map(({ column, problem }) => `The formula of ${quoteText(column)} doesn't work: ${problem}`),
    ...(more.length > 0 ? [describeMoreFaults(more)] : []),
    ...(others.length > 0 ? [describeOtherFaults(others)] : []),
  ];
};
