import InfoOutlined from "@mui/icons-material/InfoOutlined";
import WarningAmber from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyReportDialog } from "./empty-report-dialog.tsx";
import { type CountState, countText } from "./order-count.ts";

const postProcessing = "Some filters are applied after the orders are fetched, so the report may hold fewer.";

/** 'Total orders' with its states; for none, the question why. */
export const OrderCountLine = ({ count }: { count: CountState }) => {
  const [asksWhy, setAsksWhy] = useState(false);
  return (
    <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", gap: 1, minHeight: 32 }}>
      <Typography color="textSecondary">Total orders:</Typography>
      <Box role="status" sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: 0 }}>
        {count.state === "waiting" && <Typography color="textSecondary">choose the dates first</Typography>}
        {count.state === "loading" && (
          <>
            <CircularProgress size={16} aria-hidden />
            <Typography color="textSecondary">counting</Typography>
          </>
        )}
        {count.state === "failed" && (
          <>
            <WarningAmber color="warning" fontSize="small" aria-hidden />
            <Typography color="warning">{count.message}</Typography>
          </>
        )}
        {count.state === "known" && <Typography sx={{ fontWeight: 600 }}>{countText(count.count)}</Typography>}
      </Box>
      {count.state === "known" && count.count.HasPostProcessFilters && (
        <Tooltip title={postProcessing}>
          <IconButton size="small" aria-label={postProcessing}>
            <InfoOutlined fontSize="small" color="warning" />
          </IconButton>
        </Tooltip>
      )}
      {count.state === "known" && count.count.Count === 0 && (
        <Link component="button" type="button" variant="body2" onClick={() => setAsksWhy(true)}>
          Why the report is empty?
        </Link>
      )}
      {asksWhy && <EmptyReportDialog onClose={() => setAsksWhy(false)} />}
    </Box>
  );
};
