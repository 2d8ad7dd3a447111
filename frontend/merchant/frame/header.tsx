import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Toolbar from "@mui/material/Toolbar";
import type { Dispatch, SetStateAction } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { currentAt } from "../../shared/navigation/pages.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { bannerHeight, headerHeight, widths } from "../../shared/theme/tokens.ts";
import { Brand } from "../../shared/ui/brand.tsx";
import type { BarSlots } from "../bottom-bar/bar-slots.ts";
import { useSlot } from "../bottom-bar/use-slot.ts";
import { useSession } from "../services.tsx";
import { ConfigurationMenu } from "./configuration-menu.tsx";
import { HelpButton } from "./help-button.tsx";
import { MenuDrawer } from "./menu-drawer.tsx";
import { drawerLinks, headerLinks } from "./page-links.ts";
import { ShopMenu } from "./shop-menu.tsx";

const linkStyle = {
  color: "text.secondary",
  px: 1.5,
  "&:hover": { color: "text.primary" },
  "&[aria-current]": { color: "text.primary", bgcolor: "action.hover" },
} as const;

type HeaderProps = {
  help: { open: boolean; toggle: () => void } | null;
  /** Receives the header's portals for a wide screen; null if a bar has them. */
  onPlaces: Dispatch<SetStateAction<BarSlots>> | null;
};

/** The portal for pages' saving state. */
const StatusPlace = ({ onPlaces }: { onPlaces: Dispatch<SetStateAction<BarSlots>> }) => (
  <Box ref={useSlot("status", onPlaces)} />
);

/**
 * Header of the main layout (S-1.2.3), with the links of the pages table. Its width is the same on every page, so it
 * doesn't move.
 */
export const Header = ({ help, onPlaces }: HeaderProps) => {
  const session = useSession();
  const { pathname } = useLocation();
  const links = session === null ? [] : headerLinks;
  return (
    <AppBar
      position="sticky"
      sx={{
        top: bannerHeight,
        borderBottom: 1,
        borderColor: "divider",
        bgcolor: "background.paper",
        "@media print": { display: "none" },
      }}
    >
      <Toolbar
        disableGutters
        sx={{
          gap: { xs: 0.5, md: 1 },
          maxWidth: widths.wide + 48,
          width: "100%",
          minHeight: `${headerHeight}px !important`,
          mx: "auto",
          px: { xs: 1.5, sm: 3 },
        }}
      >
        {session && <MenuDrawer links={[...links, ...drawerLinks]} />}
        <Link
          component={RouterLink}
          to={session === null ? paths.login : paths.reports}
          color="inherit"
          underline="none"
          aria-label={session === null ? "Sheaf, to login" : "Sheaf, to Reports"}
          sx={{ ml: { md: -0.5 }, mr: { xs: 0, md: 2 }, p: 0.5, borderRadius: 1 }}
        >
          <Brand />
        </Link>
        <Box component="nav" aria-label="Main" sx={{ flex: 1, display: { xs: "none", md: "flex" }, gap: 0.75 }}>
          {links.map(({ path, name }) => (
            <Button
              key={path}
              component={RouterLink}
              to={path}
              color="inherit"
              aria-current={currentAt(pathname, path)}
              sx={linkStyle}
            >
              {name}
            </Button>
          ))}
        </Box>
        <Box sx={{ flex: { xs: 1, md: "none" } }} />
        {session && onPlaces && <StatusPlace onPlaces={onPlaces} />}
        {/* Not every page has help, so the fixed parts come after its button. */}
        {help && <HelpButton {...help} />}
        <Box sx={{ display: { xs: session ? "none" : "block", md: "block" } }}>
          <ThemeSwitch />
        </Box>
        {session && (
          <Box sx={{ display: { xs: "none", md: "block" } }}>
            <ConfigurationMenu />
          </Box>
        )}
        {session ? (
          <ShopMenu name={session.account.name} />
        ) : (
          <Button component={RouterLink} to={paths.login} variant="contained">
            Login
          </Button>
        )}
      </Toolbar>
    </AppBar>
  );
};
