import { quoted } from "../text/quoted.ts";

/**
 * A column of a file whose formula is wrong. `column`: its title. `reads`: what its cells say; null where they are computed as if what is missing
 * were empty. `problem`: why it is no formula that Excel reads, a sentence; absent of every other fault, and of one from before it was kept.
 */
export type FormulaFault = { column: string; reads: string | null; problem?: string };

const lostColumn = "#REF!";
const mostExplained = 3;

/** `1 formula column reads #REF!: “Margin”.` */
const pointlessWords = (faults: readonly FormulaFault[]): string => {
  const columns = faults.length === 1 ? "1 formula column" : `${faults.length} formula columns`;
  const named = faults.map(({ column, reads }) =>
    reads === null || reads === lostColumn ? quoted(column) : `${quoted(column)} reads ${reads}`,
  );
  const [read, have] = faults.length === 1 ? ["reads", "has"] : ["read", "have"];
  return `${columns} ${faults.every(({ reads }) => reads === lostColumn) ? `${read} ${lostColumn}` : `${have} an error`}: ${named.join(", ")}.`;
};

const moreWords = (columns: readonly string[]): string =>
  columns.length === 1
    ? `1 more column isn't a formula that Excel reads: ${columns[0]}.`
    : `${columns.length} more columns aren't formulas that Excel reads: ${columns.join(", ")}.`;

/** Sentences of screens and mails about the wrong formulas of a file. Each column is named, the first three with the reason. */
export const formulaFaultWords = (faults: readonly FormulaFault[]): string[] => {
  const unread = faults.filter(({ problem }) => problem !== undefined);
  const pointless = faults.filter(({ problem }) => problem === undefined);
  const more = unread.slice(mostExplained).map(({ column }) => quoted(column));
  return [
    ...unread
      .slice(0, mostExplained)
      .map(({ column, problem }) => `${quoted(column)} isn't a formula that Excel reads: ${problem}`),
    ...(more.length > 0 ? [moreWords(more)] : []),
    ...(pointless.length > 0 ? [pointlessWords(pointless)] : []),
  ];
};
