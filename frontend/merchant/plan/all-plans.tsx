import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatQuotaCount, quotaKinds } from "#domain/tiers/quota-text.ts";
import { chargeCurrency, type Tier, tiers, trialDays } from "#domain/tiers/tiers.ts";
import { formatPrice } from "./plan-texts.ts";

/** The store plans on the platform that get each tier (R-11). */
const storePlans: Readonly<Record<Tier, string>> = {
  Starter: "For stores on Basic, and development stores",
  Growth: "For stores on Grow, the standard plan",
  Unlimited: "For stores on Advanced or Plus",
};

const order: readonly Tier[] = ["Starter", "Growth", "Unlimited"];

/** Every plan with its price and limits; the shop's own is marked. */
export const AllPlans = ({ current }: { current: Tier | null }) => (
  <Stack component="section" spacing={1.5} aria-label="All plans">
    <Typography variant="h2">All plans</Typography>
    <Box
      component="ul"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr", md: "repeat(3, 1fr)" },
        gap: 2,
        m: 0,
        p: 0,
        listStyle: "none",
      }}
    >
      {order.map((tier) => (
        <Paper
          key={tier}
          component="li"
          variant="outlined"
          sx={{ p: 2.5, borderColor: tier === current ? "primary.main" : "divider" }}
        >
          <Stack spacing={1.5}>
            <Stack direction="row" sx={{ alignItems: "center", gap: 1, minHeight: 24 }}>
              <Typography variant="h3">{tier}</Typography>
              {tier === current && <Chip size="small" color="primary" variant="outlined" label="Your plan" />}
            </Stack>
            <Typography>
              <strong>{formatPrice(tiers[tier].monthlyPrice, chargeCurrency)}</strong> every 30 days
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {storePlans[tier]}
            </Typography>
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {quotaKinds.map((kind) => (
                <li key={kind}>{formatQuotaCount(kind, tiers[tier].quotas[kind])}</li>
              ))}
            </Box>
          </Stack>
        </Paper>
      ))}
    </Box>
    <Typography variant="body2" color="textSecondary">
      Each plan starts with {trialDays} free days. The charge goes on your store's bill once you approve it there. To
      cancel, uninstall Sheaf in your store.
    </Typography>
  </Stack>
);
