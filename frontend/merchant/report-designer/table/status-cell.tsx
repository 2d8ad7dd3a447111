import { visuallyHidden } from "@mui/utils";
import { memo } from "react";
import type { LocalStatus } from "#domain/enumerations.ts";
import { formatLocalStatus, localStatuses, localStatusLabels, parseLocalStatus } from "#domain/local-status/labels.ts";
import type { ChooseStatus } from "../local-status/use-local-statuses.ts";

const quiet = { color: "var(--mui-palette-text-secondary)" };

type StatusCellProps = {
  orderId: string;
  orderName: string;
  /** Local status; null if none. */
  value: string | null;
  /** Place of the row in the order: the first has the list; those beneath it say nothing; others say the word. */
  row: "first" | "beneath" | "apart";
  onChoose: ChooseStatus;
  /** Column number, counted from 1. */
  place: number;
};

/** The local status of an order, chosen in its first row. A native select works with touch, mouse and keys. */
export const StatusCell = memo(({ orderId, orderName, value, row, onChoose, place }: StatusCellProps) => {
  const status = parseLocalStatus(value);
  if (row !== "first")
    return (
      <td aria-colindex={place}>
        <div className="cell" style={{ position: "relative" }}>
          <span style={row === "apart" ? quiet : visuallyHidden}>{formatLocalStatus(status)}</span>
        </div>
      </td>
    );
  return (
    <td aria-colindex={place}>
      <select
        className="status"
        aria-label={`Local status of ${orderName}`}
        value={status}
        onChange={({ target }) => onChoose(orderId, Number(target.value) as LocalStatus, status)}
      >
        {localStatuses.map((one) => (
          <option key={one} value={one}>
            {localStatusLabels[one]}
          </option>
        ))}
      </select>
    </td>
  );
});
