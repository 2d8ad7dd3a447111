import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Toolbar from "@mui/material/Toolbar";
import { NavLink, Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Brand } from "../../shared/ui/brand.tsx";
import { useSession } from "../services.tsx";
import { ShopMenu } from "./shop-menu.tsx";

/** Links appear here with the pages they lead to. */
export const Header = () => {
  const session = useSession();
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ borderBottom: 1, borderColor: "divider", bgcolor: "background.paper" }}
    >
      <Toolbar sx={{ gap: { xs: 1, sm: 3 }, maxWidth: 1200, width: "100%", mx: "auto", px: { xs: 2, sm: 3 } }}>
        <Link component={RouterLink} to={paths.reports} color="inherit" underline="none" aria-label="Sheaf, to Reports">
          <Brand />
        </Link>
        <Box component="nav" aria-label="Main" sx={{ flex: 1 }}>
          {session && (
            <Button
              component={NavLink}
              to={paths.reports}
              color="inherit"
              sx={{ "&.active": { color: "primary.main", bgcolor: "action.hover" } }}
            >
              Reports
            </Button>
          )}
        </Box>
        <ThemeSwitch />
        {session ? (
          <ShopMenu name={session.account.name} />
        ) : (
          <Button component={RouterLink} to={paths.login} variant="outlined">
            Login
          </Button>
        )}
      </Toolbar>
    </AppBar>
  );
};
