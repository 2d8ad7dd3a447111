import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { isPath, paths } from "../../shared/navigation/paths.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { headerHeight, widths } from "../../shared/theme/tokens.ts";
import { Brand } from "../../shared/ui/brand.tsx";
import { BackIcon } from "../../shared/ui/icons.tsx";
import { useSession } from "../services.tsx";
import { useAppConfig } from "../use-app-config.ts";
import { DocumentsMenu } from "./documents-menu.tsx";

/** Header of the guest layout (S-1.2.3): legal documents, contact, and a link to log in or back. */
export const GuestHeader = () => {
  const { Links } = useAppConfig();
  const session = useSession();
  const { pathname } = useLocation();
  const back = session?.account.accept_terms_etc ? paths.reports : paths.acceptTerms;
  const contact = Links.SupportEmail ? `mailto:${Links.SupportEmail}` : Links.Chat;
  return (
    <Box
      component="header"
      sx={{
        display: "flex",
        alignItems: "center",
        gap: { xs: 0.25, sm: 0.5 },
        minHeight: headerHeight,
        width: "100%",
        maxWidth: widths.wide + 48,
        mx: "auto",
        px: { xs: 1.5, sm: 3 },
        "@media print": { display: "none" },
      }}
    >
      <Link
        component={RouterLink}
        to={paths.home}
        color="inherit"
        underline="none"
        aria-label="Sheaf, to the start"
        sx={{ p: 0.5, borderRadius: 1, ml: { sm: -0.5 }, mr: "auto" }}
      >
        <Brand />
      </Link>
      <DocumentsMenu />
      {contact && (
        <Button
          href={contact}
          color="inherit"
          sx={{ color: "text.secondary", px: 1.25, display: { xs: "none", sm: "inline-flex" } }}
        >
          Contact Us
        </Button>
      )}
      <ThemeSwitch />
      {session === null && ![paths.login, paths.impersonationEnded].some((path) => isPath(pathname, path)) && (
        <Button component={RouterLink} to={paths.login} variant="contained" sx={{ ml: 0.5, mr: { xs: 0.5, sm: 0 } }}>
          Login
        </Button>
      )}
      {session !== null && !isPath(pathname, back) && (
        <Button
          component={RouterLink}
          to={back}
          variant="outlined"
          color="inherit"
          startIcon={<BackIcon />}
          aria-label={`Back to ${session.account.name}`}
          sx={{ ml: 0.5, mr: { xs: 0.5, sm: 0 }, minWidth: 0 }}
        >
          <Box
            component="span"
            sx={{ maxWidth: { xs: 80, sm: 200 }, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
          >
            {session.account.name}
          </Box>
        </Button>
      )}
    </Box>
  );
};
