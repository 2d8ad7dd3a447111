import { memo } from "react";
import type { LocalStatus } from "#domain/enumerations.ts";
import { localStatuses, localStatusLabels, parseLocalStatus } from "#domain/local-status/labels.ts";
import type { ChooseStatus } from "../local-status/use-local-statuses.ts";

type StatusCellProps = {
  orderId: string;
  orderName: string;
  /** Null means none. */
  value: string | null;
  /** The first row of its order: Tab reaches only this one's list. */
  isFirst: boolean;
  onChoose: ChooseStatus;
  /** Counted from 1. */
  place: number;
};

/** Chooses the local status of the row's order. A native select works with touch, mouse and keys. */
export const StatusCell = memo(({ orderId, orderName, value, isFirst, onChoose, place }: StatusCellProps) => {
  const status = parseLocalStatus(value);
  return (
    <td aria-colindex={place}>
      <select
        className="status"
        aria-label={`Local status of ${orderName}`}
        value={status}
        tabIndex={isFirst ? 0 : -1}
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
