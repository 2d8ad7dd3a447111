import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import { useState } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { currentAt } from "../../shared/navigation/pages.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Brand } from "../../shared/ui/brand.tsx";
import { CloseIcon, MenuIcon } from "../../shared/ui/icons.tsx";
import type { PageLink } from "./page-links.ts";

/** The header's links on a narrow screen, behind a button, with the theme switch. */
export const MenuDrawer = ({ links }: { links: readonly PageLink[] }) => {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const close = () => setOpen(false);
  return (
    <Box sx={{ display: { md: "none" } }}>
      <IconButton aria-label="Menu" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <Drawer
        open={open}
        onClose={close}
        slotProps={{ paper: { "aria-label": "Menu", role: "dialog", sx: { width: 288, p: 1.5 } } }}
      >
        <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", pl: 1, pb: 1 }}>
          <Brand />
          <IconButton aria-label="Close menu" onClick={close}>
            <CloseIcon />
          </IconButton>
        </Box>
        <Box component="nav" aria-label="Menu">
          <List disablePadding>
            {links.map(({ path, name }) => (
              <ListItem key={path} disablePadding>
                <ListItemButton
                  component={RouterLink}
                  to={path}
                  aria-current={currentAt(pathname, path)}
                  onClick={close}
                  sx={{
                    borderRadius: 1,
                    minHeight: 44,
                    "&[aria-current]": { bgcolor: "action.hover", fontWeight: 600 },
                  }}
                >
                  {name}
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        </Box>
        <Box
          sx={{
            mt: 1.5,
            pt: 1.5,
            pl: 2,
            borderTop: 1,
            borderColor: "divider",
            display: "flex",
            alignItems: "center",
            justifyContent: "space-between",
            color: "text.secondary",
          }}
        >
          Theme
          <ThemeSwitch />
        </Box>
      </Drawer>
    </Box>
  );
};
