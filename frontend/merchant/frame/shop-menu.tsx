import ExpandMore from "@mui/icons-material/ExpandMore";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useLogOut } from "../account/use-log-out.ts";

/** The shop's name and the way out. */
export const ShopMenu = ({ name }: { name: string }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const logOut = useLogOut();
  return (
    <>
      <Button
        id="shop-menu-button"
        color="inherit"
        onClick={(event) => setAnchor(event.currentTarget)}
        // On a telephone the name needs the room.
        startIcon={<StorefrontOutlined sx={{ display: { xs: "none", sm: "block" } }} />}
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : "shop-menu"}
        sx={{ minWidth: 0 }}
      >
        <Box
          component="span"
          sx={{ maxWidth: { xs: 96, sm: 240 }, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
        >
          {name}
        </Box>
      </Button>
      <Menu
        id="shop-menu"
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { "aria-labelledby": "shop-menu-button" } }}
      >
        <MenuItem
          onClick={() => {
            setAnchor(null);
            void logOut({ severity: "info", message: "You are logged out." });
          }}
        >
          Log out
        </MenuItem>
      </Menu>
    </>
  );
};
