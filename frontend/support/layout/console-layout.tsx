import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { AppBar, Layout, Menu, TitlePortal } from "react-admin";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Mark } from "../../shared/ui/brand.tsx";
import { ErrorIcon, SearchIcon } from "../../shared/ui/icons.tsx";
import { AccountMenu } from "./account-menu.tsx";

/** On a phone, the title is below the bar's other content and may take several lines. */
const onPhone = {
  frame: { "& .RaLayout-appFrame": { mt: { xs: 0, sm: 6 } } },
  stays: {
    "& .RaLayout-appFrame > div:first-of-type": { position: { xs: "sticky", sm: "static" }, top: 0, zIndex: "appBar" },
  },
  bar: { position: { xs: "static", sm: "fixed" }, "& .RaAppBar-toolbar": { flexWrap: { xs: "wrap", sm: "nowrap" } } },
  title: {
    order: { xs: 1, sm: 0 },
    flex: { xs: "1 0 100%", sm: 1 },
    px: { xs: 2, sm: 0 },
    pb: { xs: 1, sm: 0 },
    whiteSpace: { xs: "normal", sm: "nowrap" },
    overflowWrap: "anywhere",
  },
} as const;

const ConsoleBar = () => (
  <AppBar
    color="inherit"
    elevation={0}
    alwaysOn
    toolbar={<ThemeSwitch />}
    userMenu={<AccountMenu />}
    sx={{
      borderBottom: 1,
      borderColor: "divider",
      bgcolor: "background.paper",
      backgroundImage: "none",
      ...onPhone.bar,
    }}
  >
    <Box sx={{ display: { xs: "contents", sm: "flex" }, alignItems: "center", gap: 1, minWidth: 0, flex: 1 }}>
      <Box sx={{ display: "flex", mr: { xs: "auto", sm: 0 } }}>
        <Mark size={24} />
      </Box>
      <TitlePortal variant="h2" component="h1" sx={{ minWidth: 0, ...onPhone.title }} />
    </Box>
  </AppBar>
);

/** Icons stay in place while the menu is narrow. */
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

/** The frame of every page: the menu at the left, the signed-in person at the top. */
export const ConsoleLayout = ({ children }: { children: ReactNode }) => (
  <Layout
    appBar={ConsoleBar}
    appBarAlwaysOn
    menu={ConsoleMenu}
    sx={{
      minHeight: "100dvh",
      bgcolor: "background.default",
      ...onPhone.frame,
      ...onPhone.stays,
      "& .RaLayout-content": { px: { xs: 1, sm: 3 }, pt: 1, pb: 3, bgcolor: "background.default" },
      "& .RaLayout-content .MuiToolbar-root, & .RaList-main > div:first-of-type": { bgcolor: "transparent" },
      "& .MuiTablePagination-input .MuiTablePagination-select.MuiSelect-select": { pr: 4 },
      // react-admin computes the height below the bar in rem and assumes 16 px, which doesn't hold here.
      "& .MuiDrawer-docked, & .RaSidebar-fixed": { height: "calc(100dvh - 48px)" },
    }}
  >
    {children}
  </Layout>
);
