import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { Link as RouterLink } from "react-router-dom";
import type { QuotaCounts, ShopPlan } from "#domain/wire/account/plan.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { useSession } from "../services.tsx";
import { useShopNow } from "../use-shop-now.ts";
import { useShopZone } from "../use-shop-zone.ts";
import { describePayment } from "./plan-texts.ts";

const kinds = [
  { kind: "Reports", name: "report designs", path: paths.manager },
  { kind: "Filters", name: "filters", path: paths.manager },
  { kind: "Automations", name: "automated reports", path: paths.automation },
] as const satisfies readonly { kind: keyof QuotaCounts; name: string; path: string }[];

type UseProps = { name: string; used: number; limit: number; path: string };

const Use = ({ name, used, limit, path }: UseProps) => {
  const id = useId();
  const isFull = used >= limit;
  return (
    <Stack spacing={0.75} sx={{ flex: "1 1 200px" }}>
      <Typography id={id}>
        {used} of {limit} {name}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={limit === 0 ? 100 : Math.min(100, (used / limit) * 100)}
        color={isFull ? "warning" : "primary"}
        aria-labelledby={id}
        sx={{ height: 8, borderRadius: 1 }}
      />
      {isFull && limit > 0 && (
        <Typography variant="body2" color="textSecondary">
          To add more, delete one in{" "}
          <Link component={RouterLink} to={path}>
            {path === paths.manager ? "Manager" : "Automation"}
          </Link>
          , or move your store to a larger plan.
        </Typography>
      )}
    </Stack>
  );
};

/** The shop's plan, and what it pays and uses today. */
export const YourPlan = ({ plan }: { plan: ShopPlan }) => {
  const id = useId();
  const zone = useShopZone();
  const now = useShopNow().toMillis();
  const isSupport = useSession()?.support !== undefined;
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack spacing={2.5}>
        <Stack spacing={0.5}>
          <Typography variant="h2" id={id}>
            Your plan{plan.Tier !== null && `: ${plan.Tier}`}
          </Typography>
          <Typography>{describePayment(plan, now, zone)}</Typography>
        </Stack>
        <Stack direction="row" useFlexGap spacing={3} sx={{ flexWrap: "wrap" }}>
          {kinds.map(({ kind, name, path }) => (
            <Use key={kind} name={name} used={plan.Used[kind]} limit={plan.Limits[kind]} path={path} />
          ))}
        </Stack>
        {plan.Charge.Status !== "active" && !plan.IsWaived && !plan.IsFrozen && !isSupport && (
          <Button component={RouterLink} to={paths.selectTier} variant="contained" sx={{ alignSelf: "flex-start" }}>
            Approve the charge in your store
          </Button>
        )}
      </Stack>
    </Paper>
  );
};
