import { memo } from "react";
import type { LocalStatus } from "#domain/enumerations.ts";
import { localStatuses, localStatusOfCell, localStatusWords } from "#domain/local-status/words.ts";
import type { ChooseStatus } from "../local-status/use-local-statuses.ts";

type StatusCellProps = {
  orderId: string;
  /** What people call the order. */
  orderName: string;
  /** As the preview has it; null is none. */
  value: string | null;
  /** The first row of its order: its list is the one that the Tab key comes to. */
  isFirst: boolean;
  onChoose: ChooseStatus;
  /** Of its column, counted from 1. */
  place: number;
};

/** The local status of the row's order, to be chosen: the browser's own list, which finger, mouse and keys know. */
export const StatusCell = memo(({ orderId, orderName, value, isFirst, onChoose, place }: StatusCellProps) => {
  const status = localStatusOfCell(value);
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
            {localStatusWords[one]}
          </option>
        ))}
      </select>
    </td>
  );
});
