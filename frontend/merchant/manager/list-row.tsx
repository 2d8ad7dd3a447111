import { memo } from "react";
import type { ShopDay } from "../../shared/time/describe-day.ts";
import { RowFrame, type RowOfList } from "../listing/row-frame.tsx";
import type { Kind, Row } from "./kinds.ts";
import { RowIcon, RowText } from "./row-text.tsx";

type ListRowProps = RowOfList<Row> & { kind: Kind; day: ShopDay };

export const ListRow = memo(({ kind, day, ...frame }: ListRowProps) => (
  <RowFrame {...frame} icon={<RowIcon kind={kind} />}>
    <RowText row={frame.row} to={kind.toPath(frame.row.id)} day={day} />
  </RowFrame>
));
