import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { describeCheck } from "./describe-check.ts";
import type { CheckState } from "./use-order-check.ts";

/** Shown beside an upper bound: the check's progress towards the true number, with buttons to stop and continue. */
export const CheckProgress = ({ check }: { check: CheckState }) => {
  if (check.state === "none") return null;
  const words = describeCheck(check);
  const action =
    check.state === "checking"
      ? { name: "Stop checking", act: check.stop }
      : check.state === "stopped"
        ? { name: check.why === null ? "Continue checking" : "Try again", act: check.goOn }
        : null;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, minWidth: 0 }}>
      {check.state === "checking" && <CircularProgress size={12} thickness={5} aria-hidden />}
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere", minWidth: 0 }}
      >
        {words}
      </Typography>
      {action && (
        <Link component="button" type="button" variant="body2" onClick={action.act}>
          {action.name}
        </Link>
      )}
    </Box>
  );
};
