import { FormulaIcon } from "../../../shared/ui/icons.tsx";
import { createColumnSearch } from "../../resources/columns/column-search.ts";

const name = "Add formula column";

const search = createColumnSearch([name], () => ({
  key: "formula",
  names: [name, "Custom column", "Calculated column"],
  text: "Calculate a column from others: add, multiply, divide, percentage, Excel.",
}));

/** Returns true if a search text may mean a computed column. */
export const asksForFormula = (sought: string): boolean => search(sought).length > 0;

/** Adds a custom column and opens its formula. */
export const AddFormula = ({ onAdd }: { onAdd: () => void }) => (
  <li>
    <button type="button" onClick={onAdd}>
      <FormulaIcon fontSize="small" color="primary" />
      <span className="words">
        <span className="title">{name}</span>
        <span className="second">Computed from other columns, such as Price*Quantity</span>
      </span>
    </button>
  </li>
);
