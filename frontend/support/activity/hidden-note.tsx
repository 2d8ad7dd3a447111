import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import { hasHidden } from "#domain/filters/hidden.ts";
import type { ConsoleActivity } from "#domain/wire/support/console.ts";
import { shopPage } from "../lists/shop-pages.tsx";

/** Explains once per page what is hidden, and how to see it (ADR 101). */
export const HiddenNote = ({ shop }: { shop: string }) => (
  <Typography variant="body2" color="textSecondary">
    Secrets and anything that may name people are hidden from support. <em>See as the merchant</em>, on{" "}
    <Link component={RouterLink} to={shopPage(shop, "show")} color="inherit">
      the shop's page
    </Link>
    , shows what the merchant typed, except passwords.
  </Typography>
);

/** Shows {@link HiddenNote} above a history in which values are hidden. */
export const HiddenInActivity = ({ shop }: { shop: string }) => {
  const { data = [] } = useListContext<ConsoleActivity>();
  return data.some(({ what }) => hasHidden(what)) ? (
    <Box sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
      <HiddenNote shop={shop} />
    </Box>
  ) : null;
};
