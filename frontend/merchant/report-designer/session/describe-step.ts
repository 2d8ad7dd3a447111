import type { SortedBy } from "#domain/designs/design.ts";
import { parseColumnField } from "#domain/designs/fields.ts";
import type { Grouping } from "#domain/enumerations.ts";
import { rowUnitNames } from "#domain/groupings/row-unit.ts";
import { splitterNames } from "../../resources/designs/splitter-names.ts";
import type { Step } from "./undo.ts";

type TitleOf = (column: string) => string;

type StepTexts = {
  /** A column's current title. */
  titleOf: TitleOf;
  /** `low to high`, `oldest first`. */
  directionOf: (sorted: SortedBy) => string;
};

const listed = new Intl.ListFormat("en", { type: "conjunction" });

const columnsWere = (columns: readonly string[], titleOf: TitleOf, done: string): string =>
  columns.length === 0
    ? ""
    : `${columns.length === 1 ? "column" : "columns"} ${listed.format(columns.map(titleOf))} ${done}`;

/** Returns the only column that moved; null if several did. */
const movedColumn = (from: readonly string[], to: readonly string[]): string | null => {
  const at = from.findIndex((column, place) => to[place] !== column);
  const without = (columns: readonly string[], one: string | undefined) => columns.filter((other) => other !== one);
  const isIt = (one: string | undefined) => without(from, one).join("\n") === without(to, one).join("\n");
  return [from[at], to[at]].find(isIt) ?? null;
};

const shownWords = (from: readonly string[], to: readonly string[], titleOf: TitleOf): string => {
  const hidden = from.filter((column) => !to.includes(column));
  const shown = to.filter((column) => !from.includes(column));
  if (hidden.length > 0 || shown.length > 0)
    return [columnsWere(hidden, titleOf, "hidden"), columnsWere(shown, titleOf, "shown")].filter(Boolean).join(", ");
  const moved = movedColumn(from, to);
  return moved === null ? "columns moved" : columnsWere([moved], titleOf, "moved");
};

const sortingWords = (sorted: SortedBy | null, { titleOf, directionOf }: StepTexts): string =>
  sorted === null ? "sorting removed" : `sorted by ${titleOf(sorted.column)}, ${directionOf(sorted)}`;

const settingWords = {
  visible: (title: string) => `column ${title} changed`,
  title: (title: string) => `column ${title} renamed`,
  width: (title: string) => `column ${title} resized`,
  format: (title: string) => `number format of column ${title} changed`,
  custom: (title: string) => `content of column ${title} changed`,
};

const changeWords = ({ field, from, to }: Step[number], texts: StepTexts): string => {
  const { titleOf } = texts;
  switch (field) {
    case "shown":
      return shownWords(from as readonly string[], to as readonly string[], titleOf);
    case "title":
      return "title of the report changed";
    case "grouping":
      return `grouping changed to one row per ${rowUnitNames[to as Grouping]}`;
    case "ws_splitter":
      return `worksheet splitter changed to ${splitterNames.find(({ value }) => value === to)?.name ?? "another one"}`;
    case "sorting":
      return sortingWords(to as SortedBy | null, texts);
  }
  const { column = "", property = "visible" } = parseColumnField(field) ?? {};
  return settingWords[property](titleOf(column));
};

/** For screen readers: 'column Total hidden'. */
export const describeStep = (step: Step, texts: StepTexts): string =>
  step.map((change) => changeWords(change, texts)).join(", ");
