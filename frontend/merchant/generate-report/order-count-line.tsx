import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import { FileType } from "#domain/enumerations.ts";
import { WarningIcon } from "../../shared/ui/icons.tsx";
import { WarningTip } from "../../shared/ui/warning-tip.tsx";
import { type CountState, orderCountText } from "../resources/order-count.ts";

const postProcessing = "Some filters are applied after the orders are fetched, so the report may hold fewer.";

/** Orders from which a page takes a browser about ten seconds, see `heavyPage` of the exports panel. */
const manyForPage = 8000;

/** 'Total orders' with its states (S-1.4). */
export const OrderCountLine = ({ count, fileType }: { count: CountState; fileType: FileType }) => (
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
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: "tabular-nums" }}>
          {orderCountText(count.count)}
        </Typography>
      )}
    </Box>
    {count.state === "known" && count.count.HasPostProcessFilters && <WarningTip text={postProcessing} />}
    {count.state === "known" && count.count.Count === 0 && (
      <Typography variant="body2" color="textSecondary">
        The file would have its headings and no rows.
      </Typography>
    )}
    {fileType === FileType.Html && count.state === "known" && count.count.Count > manyForPage && (
      <Typography variant="body2" color="warning" sx={{ width: "100%" }}>
        So many orders make a page that a browser may be slow with. Excel or CSV suits them better.
      </Typography>
    )}
  </Box>
);
