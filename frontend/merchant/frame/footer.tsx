import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router-dom";
import { afterPlaceholder } from "../../shared/ui/hold-after-loading.ts";
import { useSession } from "../services.tsx";
import { useAppConfigRead } from "../use-app-config.ts";
import { footerLinks } from "./page-links.ts";

/**
 * Links of the app and of the installation. Unconfigured ones aren't shown. Invisible until all are known and
 * the page above has its height, so it never jumps.
 */
export const Footer = () => {
  const { config, isLoading } = useAppConfigRead();
  const { Links } = config;
  const loggedIn = useSession() !== null;
  return (
    <Box
      component="footer"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        columnGap: 3,
        rowGap: 1,
        px: 3,
        pt: 4,
        pb: 3.5,
        justifyContent: "center",
        typography: "body2",
        "& a": { color: "text.secondary", textDecoration: "none", py: 0.5 },
        "& a:hover": { color: "text.primary", textDecoration: "underline" },
        ...(isLoading && { visibility: "hidden" }),
        [`${afterPlaceholder}&`]: { visibility: "hidden" },
        "@media print": { display: "none" },
      }}
    >
      {Links.Review && (
        <Link href={Links.Review} target="_blank" rel="noreferrer">
          Leave a review
        </Link>
      )}
      {footerLinks(loggedIn).map(({ path, name }) => (
        <Link key={path} component={RouterLink} to={path}>
          {name}
        </Link>
      ))}
      {Links.SupportEmail && <Link href={`mailto:${Links.SupportEmail}`}>{Links.SupportEmail}</Link>}
    </Box>
  );
};
