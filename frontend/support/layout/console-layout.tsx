import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { AppBar, Layout, Menu, TitlePortal } from "react-admin";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Mark } from "../../shared/ui/brand.tsx";
import { ErrorIcon, SearchIcon } from "../../shared/ui/icons.tsx";
import { AccountMenu } from "./account-menu.tsx";

const ConsoleBar = () => (
  <AppBar
    color="inherit"
    elevation={0}
    alwaysOn
    toolbar={<ThemeSwitch />}
    userMenu={<AccountMenu />}
    sx={{ borderBottom: 1, borderColor: "divider", bgcolor: "background.paper", backgroundImage: "none" }}
  >
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: 0, flex: 1 }}>
      <Mark size={24} />
      <TitlePortal variant="h2" component="h1" sx={{ flex: 1, minWidth: 0 }} />
    </Box>
  </AppBar>
);

/** What is chosen stands on the ground of that; the icons stand where they do while the menu is narrow. */
const menuLook = {
  "& .RaMenuItemLink-root": { mx: 0.5, px: 1.5, gap: 1.5 },
  "& .RaMenuItemLink-root .RaMenuItemLink-icon": { minWidth: 0 },
  "& .RaMenuItemLink-active": { bgcolor: "soft.primary" },
};

const ConsoleMenu = () => (
  <Menu sx={menuLook}>
    <Menu.Item to="/" primaryText="Needs attention" leftIcon={<ErrorIcon />} />
    <Menu.Item to="/search" primaryText="Search" leftIcon={<SearchIcon />} />
    <Menu.ResourceItems />
  </Menu>
);

/** The frame of every page: what there is to the left, who is signed in above. */
export const ConsoleLayout = ({ children }: { children: ReactNode }) => (
  <Layout
    appBar={ConsoleBar}
    appBarAlwaysOn
    menu={ConsoleMenu}
    sx={{
      minHeight: "100dvh",
      bgcolor: "background.default",
      "& .RaLayout-content": { px: { xs: 1, sm: 3 }, pt: 1, pb: 3, bgcolor: "background.default" },
      "& .RaLayout-content .MuiToolbar-root, & .RaList-main > div:first-of-type": { bgcolor: "transparent" },
      "& .MuiTablePagination-input .MuiTablePagination-select.MuiSelect-select": { pr: 4 },
      // As high as what is left below the bar: react-admin counts in letters, which are not 16 px here.
      "& .MuiDrawer-docked, & .RaSidebar-fixed": { height: "calc(100dvh - 48px)" },
    }}
  >
    {children}
  </Layout>
);
