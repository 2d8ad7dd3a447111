import Box from "@mui/material/Box";
import { memo } from "react";
import type { ShopDay } from "../../shared/time/describe-day.ts";
import { DesignIcon, FilterIcon } from "../../shared/ui/icons.tsx";
import { RowTitle } from "../listing/row-title.tsx";
import type { Kind, Row } from "./kinds.ts";
import { RowAbout, rowHint } from "./row-about.tsx";

export const RowIcon = ({ kind }: { kind: Kind }) =>
  kind.name === "reports" ? (
    <DesignIcon fontSize="small" sx={{ color: "text.secondary" }} />
  ) : (
    <FilterIcon fontSize="small" sx={{ color: "text.secondary" }} />
  );

/** `to`: path of the row's editor; absent during reordering. */
type RowTextProps = { row: Row; to?: string; day: ShopDay };

/** A row's title and summary; the full text shows on hover. */
export const RowText = memo(({ row, to, day }: RowTextProps) => (
  <Box sx={{ flex: 1, minWidth: 0 }} title={rowHint(row.title, row.about, day.zone)}>
    <RowTitle title={row.title} {...(to !== undefined && { to })} />
    {row.about !== null && <RowAbout about={row.about} day={day} />}
  </Box>
));
