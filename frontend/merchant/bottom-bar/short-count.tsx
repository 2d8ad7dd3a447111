import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import { WarningIcon } from "../../shared/ui/icons.tsx";
import { type CountState, describeOrderCount } from "../resources/order-count.ts";

type ShortCountProps = {
  count: CountState;
  /** The date range's name, where there is room. */
  dates?: string | undefined;
};

/** The number of orders in the bar. Hidden from screen readers, as the page has it too. */
export const ShortCount = ({ count, dates }: ShortCountProps) => (
  <Typography
    component="div"
    aria-hidden
    noWrap
    sx={{
      minWidth: 0,
      display: "flex",
      alignItems: "center",
      gap: 1,
      fontWeight: 600,
      fontVariantNumeric: "tabular-nums",
    }}
  >
    {count.state === "known" &&
      (dates === undefined ? describeOrderCount(count.count) : `${describeOrderCount(count.count)} · ${dates}`)}
    {count.state === "loading" && <CircularProgress size={14} />}
    {count.state === "failed" && <WarningIcon color="warning" fontSize="small" />}
  </Typography>
);
