import { AddIcon, FormulaIcon } from "../../../shared/ui/icons.tsx";
import { createColumnSearch } from "../../resources/columns/column-search.ts";

type CustomColumnKind = "empty" | "formula";
type Entry = { key: CustomColumnKind; name: string; second: string; names: readonly string[]; text: string };

const entries: readonly Entry[] = [
  {
    key: "empty",
    name: "Add empty column",
    second: "For you to fill in once the report is made",
    names: ["Blank column", "Custom column"],
    text: "Left free to write by hand, or a spacer between columns.",
  },
  {
    key: "formula",
    name: "Add formula column",
    second: "Computed from others, such as Price*Quantity",
    names: ["Custom column", "Calculated column"],
    text: "Calculate a column from others: add, multiply, divide, percentage, Excel.",
  },
];

const search = createColumnSearch(entries, ({ key, name, names, text }) => ({ key, names: [name, ...names], text }));

/** Kinds of custom columns that a search text may mean, the best match first; all for an empty text. */
export const findCustomColumnKinds = (text: string): CustomColumnKind[] => search(text).map(({ key }) => key);

type AddCustomColumnProps = {
  kinds: readonly CustomColumnKind[];
  onAdd: Readonly<Record<CustomColumnKind, () => void>>;
};

/** Adds an empty column, or one with a formula. */
export const AddCustomColumn = ({ kinds, onAdd }: AddCustomColumnProps) =>
  entries
    .filter(({ key }) => kinds.includes(key))
    .map(({ key, name, second }) => (
      <li key={key}>
        <button type="button" onClick={onAdd[key]}>
          {key === "formula" ? (
            <FormulaIcon fontSize="small" color="primary" />
          ) : (
            <AddIcon fontSize="small" color="primary" />
          )}
          <span className="words">
            <span className="title">{name}</span>
            <span className="details">{second}</span>
          </span>
        </button>
      </li>
    ));
