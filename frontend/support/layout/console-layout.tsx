import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import type { ReactNode } from "react";
import { AppBar, Layout, Logout, Menu, TitlePortal, UserMenu, useGetIdentity, useNotify } from "react-admin";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Mark } from "../../shared/ui/brand.tsx";
import { LogOutIcon, SearchIcon } from "../../shared/ui/icons.tsx";
import { signOutEverywhere } from "../calls.ts";

/** Every session of the person ends, then the provider's. */
const SignOutEverywhere = () => {
  const notify = useNotify();
  const leave = () =>
    signOutEverywhere().then(
      ({ leaveTo }) => window.location.assign(leaveTo ?? "/support/login"),
      (error: Error) => notify(error.message, { type: "error" }),
    );
  return (
    <MenuItem onClick={() => void leave()}>
      <ListItemIcon>
        <LogOutIcon />
      </ListItemIcon>
      <ListItemText>Sign out everywhere</ListItemText>
    </MenuItem>
  );
};

const Role = () => {
  const { data } = useGetIdentity();
  return data === undefined ? null : <Chip size="small" label={String(data.role)} sx={{ mr: 1 }} />;
};

const ConsoleBar = () => (
  <AppBar
    color="inherit"
    elevation={0}
    alwaysOn
    toolbar={
      <>
        <Role />
        <ThemeSwitch />
      </>
    }
    userMenu={
      <UserMenu>
        <Logout icon={<LogOutIcon />} />
        <SignOutEverywhere />
      </UserMenu>
    }
    sx={{ borderBottom: 1, borderColor: "divider", bgcolor: "background.paper", backgroundImage: "none" }}
  >
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: 0, flex: 1 }}>
      <Mark size={24} />
      <TitlePortal variant="h2" component="h1" sx={{ flex: 1, minWidth: 0 }} />
    </Box>
  </AppBar>
);

const ConsoleMenu = () => (
  <Menu>
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
      "& .RaLayout-content": { px: { xs: 1, sm: 3 }, pb: 3, bgcolor: "background.default" },
    }}
  >
    {children}
  </Layout>
);
