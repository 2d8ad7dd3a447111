import { jsonEqual } from "../../core/json-equal.ts";
import type { CustomColumn, DesignContent } from "../../designs/design.ts";
import { formulasIn, isFormula, nameFormulas, withFormulas } from "../../designs/formulas.ts";
import { type Letters, letterColumns, nameColumns } from "../../formulas/syntax/names.ts";
import { columnsInFile } from "../../reports/formulas-in-file.ts";
import { afterEdit, type DesignEdit } from "./evolve-designs.ts";

/** A formula as written, and the columns that its author called A, B, C. */
export type Written = { formula: string; letters: Letters };

/** Rewrites a design's formulas with column keys, which are independent of the columns' positions. */
export const inNames = <Content extends DesignContent>(design: Content): Content => ({
  ...design,
  settings: nameFormulas(design.settings, columnsInFile(design)),
});

/**
 * Returns a function that rewrites a formula for given columns. It keeps the original text if the meaning is the same.
 */
const reader = ({ formula, letters }: Written): ((now: Letters) => string) => {
  const named = nameColumns(formula, letters);
  const asWritten = letterColumns(named, letters);
  return (now) => {
    const reads = letterColumns(named, now);
    return reads === asWritten ? formula : reads;
  };
};

const readersOf = (design: DesignContent): Map<string, (now: Letters) => string> => {
  const letters = columnsInFile(design);
  return new Map(formulasIn(design.settings).map(([column, formula]) => [column, reader({ formula, letters })]));
};

/** Rewrites a content's formulas to mean the same as in an earlier design. */
export const followedFrom = <Content extends DesignContent>(earlier: DesignContent, content: Content): Content => {
  const letters = columnsInFile(content);
  const readers = readersOf(earlier);
  const formulas = formulasIn(content.settings).map(([column, text]) => [
    column,
    readers.get(column)?.(letters) ?? text,
  ]);
  return { ...content, settings: withFormulas(content.settings, Object.fromEntries(formulas)) };
};

/**
 * Adds to a save's edits the new texts of formulas whose columns get other letters, hidden columns' included (ADR 52).
 * Formulas keep their meaning after each event, so each of these versions can be restored.
 * @param edits with formulas in column keys
 * @param written the save's new formulas, by column
 * @returns the events, and the design after them
 */
export const withFormulasFollowing = (
  design: DesignContent,
  edits: readonly DesignEdit[],
  written: ReadonlyMap<string, Written>,
): { events: DesignEdit[]; after: DesignContent } => {
  const readers = readersOf(design);
  let after = design;
  const take = (event: DesignEdit): DesignEdit => {
    after = { ...after, ...afterEdit(after, event).after };
    return event;
  };
  const events = edits.map((edit) => {
    const own = edit.type === "CustomColumnChanged" ? edit.data.column : null;
    const letters = columnsInFile({ ...after, ...afterEdit(after, edit).after });
    const moved = !jsonEqual(letters, columnsInFile(after));
    const formulas = (moved ? formulasIn(after.settings) : []).flatMap(([column, reads]) => {
      const follows = column === own ? reads : (readers.get(column)?.(letters) ?? reads);
      return follows === reads ? [] : [[column, follows]];
    });
    const following = formulas.length > 0 ? { formulas: Object.fromEntries(formulas) } : {};
    if (edit.type !== "CustomColumnChanged")
      return take({ ...edit, data: { ...edit.data, ...following } } as DesignEdit);
    const { column, to } = edit.data;
    const brought = written.get(column);
    if (brought) readers.set(column, reader(brought));
    else readers.delete(column);
    const reads = readers.get(column)?.(letters);
    const from: CustomColumn | null = after.settings[column]?.custom ?? null;
    const puts = isFormula(to) && reads !== undefined ? { ...to, formula: reads } : to;
    return take({ ...edit, data: { ...edit.data, from, to: puts, ...following } });
  });
  return { events, after };
};
