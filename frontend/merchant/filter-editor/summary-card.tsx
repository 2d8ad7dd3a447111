import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import { WarningIcon } from "../../shared/ui/icons.tsx";
import { WarningTip } from "../../shared/ui/warning-tip.tsx";
import { CheckProgress } from "../resources/order-check/check-progress.tsx";
import type { CheckState } from "../resources/order-check/use-order-check.ts";
import { type CountState, knownCountText, upperBoundReason } from "../resources/order-count.ts";

type SummaryCardProps = {
  sentence: string;
  count: CountState;
  check: CheckState;
  /** Says why few orders are left. */
  why: ReactNode;
  /** The buttons of the next steps. */
  next: ReactNode;
};

/** The filter in a sentence, its number of orders, and the reason if they are few. */
export const SummaryCard = ({ sentence, count, check, why, next }: SummaryCardProps) => {
  const id = useId();
  const isBound = count.state === "known" && (count.isChecked || count.count.HasPostProcessFilters);
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id}>
      <Box
        sx={{
          px: { xs: 2, sm: 3 },
          pt: 1.75,
          pb: 1.5,
          borderBottom: 1,
          borderColor: "divider",
          bgcolor: "surface.sunken",
          borderRadius: "11px 11px 0 0",
        }}
      >
        <Box role="status" sx={{ display: "flex", alignItems: "center", gap: 1, minHeight: 32 }}>
          {count.state === "failed" ? (
            <>
              <WarningIcon color="warning" fontSize="small" titleAccess="Warning" />
              <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                {count.message}
              </Typography>
            </>
          ) : count.state === "known" ? (
            <Typography
              variant="subtitle1"
              component="p"
              sx={{ fontVariantNumeric: "tabular-nums", "&::first-letter": { textTransform: "uppercase" } }}
            >
              {knownCountText(count)}
            </Typography>
          ) : (
            <>
              <CircularProgress size={14} aria-hidden />
              <Typography color="textSecondary">counting</Typography>
            </>
          )}
          {count.state === "known" && count.count.HasPostProcessFilters && <WarningTip text={upperBoundReason} />}
        </Box>
        <Typography variant="body2" color="textSecondary">
          Orders of all time, up to now
        </Typography>
        {isBound && <CheckProgress check={check} />}
      </Box>
      {why}
      <Box sx={{ px: { xs: 2, sm: 3 }, pt: 1.75, pb: 2.25 }}>
        <Typography variant="overline" component="h2" id={id} color="textSecondary">
          This filter means
        </Typography>
        <Typography sx={{ mt: 0.5, overflowWrap: "anywhere", textWrap: "pretty" }}>{sentence}</Typography>
        {next && <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 2 }}>{next}</Box>}
      </Box>
    </Paper>
  );
};
