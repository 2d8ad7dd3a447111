import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import type { FileType } from "#domain/enumerations.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { WarningIcon } from "../../shared/ui/icons.tsx";
import { WarningTip } from "../../shared/ui/warning-tip.tsx";
import { CheckProgress } from "../resources/order-check/check-progress.tsx";
import type { CheckState } from "../resources/order-check/use-order-check.ts";
import { type CountState, knownCountText, upperBoundReason } from "../resources/order-count.ts";

type OrderCountLineProps = { count: CountState; check: CheckState; fileType: FileType };

/** 'Total orders' with its states (S-1.4), and the progress of checking an upper bound. */
export const OrderCountLine = ({ count, check, fileType }: OrderCountLineProps) => (
  <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", columnGap: 1, minHeight: 32 }}>
    <Typography color="textSecondary">Total orders:</Typography>
    <Box role="status" sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: 0 }}>
      {count.state === "waiting" && <Typography color="textSecondary">{count.until}</Typography>}
      {count.state === "loading" && (
        <>
          <CircularProgress size={14} aria-hidden />
          <Typography color="textSecondary">counting</Typography>
        </>
      )}
      {count.state === "failed" && (
        <>
          <WarningIcon color="warning" fontSize="small" titleAccess="Warning" />
          <Typography color="warning" sx={{ overflowWrap: "anywhere" }}>
            {count.message}
          </Typography>
        </>
      )}
      {count.state === "known" && (
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: "tabular-nums" }}>{knownCountText(count)}</Typography>
      )}
    </Box>
    {count.state === "known" && count.count.HasPostProcessFilters && <WarningTip text={upperBoundReason} />}
    {count.state === "known" && (count.isChecked || count.count.HasPostProcessFilters) && (
      <CheckProgress check={check} />
    )}
    {count.state === "known" && count.count.Count === 0 && (
      <Typography variant="body2" color="textSecondary">
        The file would contain only column titles.
      </Typography>
    )}
    {count.state === "known" && count.count.Count > (fileFormats[fileType].page?.slowAt.orders ?? Infinity) && (
      <Typography variant="body2" color="warning" sx={{ width: "100%" }}>
        A page with this many orders may be slow in a browser. Excel or CSV is a better choice.
      </Typography>
    )}
  </Box>
);
