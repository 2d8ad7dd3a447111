import { isJsonEqual } from "../../core/is-json-equal.ts";
import type { CustomColumn, DesignContent } from "../../designs/design.ts";
import { formulasIn, formulasToKeys, isFormula, withFormulas } from "../../designs/formulas.ts";
import { type ColumnLetters, keysToLetters, lettersToKeys } from "../../formulas/syntax/column-keys.ts";
import { listFileColumns } from "../../reports/formulas-in-file.ts";
import { applyEdit, type DesignEdit } from "./evolve-designs.ts";

/** `letters`: the columns that its author called A, B, C. */
export type SubmittedFormula = { formula: string; letters: ColumnLetters };

/** Rewrites formulas to column keys, which don't depend on positions. */
export const withKeyedFormulas = <Content extends DesignContent>(design: Content): Content => ({
  ...design,
  settings: formulasToKeys(design.settings, listFileColumns(design)),
});

/** Keeps the text of a formula that means the same for other columns. */
const createRewriter = ({ formula, letters }: SubmittedFormula): ((now: ColumnLetters) => string) => {
  const named = lettersToKeys(formula, letters);
  const asWritten = keysToLetters(named, letters);
  return (now) => {
    const reads = keysToLetters(named, now);
    return reads === asWritten ? formula : reads;
  };
};

const createRewriters = (design: DesignContent): Map<string, (now: ColumnLetters) => string> => {
  const letters = listFileColumns(design);
  return new Map(
    formulasIn(design.settings).map(([column, formula]) => [column, createRewriter({ formula, letters })]),
  );
};

/** Rewrites formulas to mean the same as in an earlier design. */
export const followColumns = <Content extends DesignContent>(earlier: DesignContent, content: Content): Content => {
  const letters = listFileColumns(content);
  const readers = createRewriters(earlier);
  const formulas = formulasIn(content.settings).map(([column, text]) => [
    column,
    readers.get(column)?.(letters) ?? text,
  ]);
  return { ...content, settings: withFormulas(content.settings, Object.fromEntries(formulas)) };
};

/**
 * Adds new texts of formulas, hidden ones too, whose columns get other letters in a save (ADR 52). Formulas keep their
 * meaning after each event, so each version can be restored.
 * @param edits with formulas in column keys
 * @param written the save's new formulas, by column
 * @returns the events, and the design after them
 */
export const addFollowingFormulas = (
  design: DesignContent,
  edits: readonly DesignEdit[],
  written: ReadonlyMap<string, SubmittedFormula>,
): { events: DesignEdit[]; after: DesignContent } => {
  const readers = createRewriters(design);
  let updated = design;
  const take = (event: DesignEdit): DesignEdit => {
    updated = { ...updated, ...applyEdit(updated, event).after };
    return event;
  };
  const events = edits.map((edit) => {
    const own = edit.type === "CustomColumnChanged" ? edit.data.column : null;
    const letters = listFileColumns({ ...updated, ...applyEdit(updated, edit).after });
    const moved = !isJsonEqual(letters, listFileColumns(updated));
    const formulas = (moved ? formulasIn(updated.settings) : []).flatMap(([column, reads]) => {
      const follows = column === own ? reads : (readers.get(column)?.(letters) ?? reads);
      return follows === reads ? [] : [[column, follows]];
    });
    const following = formulas.length > 0 ? { formulas: Object.fromEntries(formulas) } : {};
    if (edit.type !== "CustomColumnChanged")
      return take({ ...edit, data: { ...edit.data, ...following } } as DesignEdit);
    const { column, to } = edit.data;
    const brought = written.get(column);
    if (brought) readers.set(column, createRewriter(brought));
    else readers.delete(column);
    const reads = readers.get(column)?.(letters);
    const from: CustomColumn | null = updated.settings[column]?.custom ?? null;
    const puts = isFormula(to) && reads !== undefined ? { ...to, formula: reads } : to;
    return take({ ...edit, data: { ...edit.data, from, to: puts, ...following } });
  });
  return { events, after: updated };
};
