import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { ChevronDownIcon, LogOutIcon, PlanIcon, ShopIcon } from "../../shared/ui/icons.tsx";
import { useSession } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";
import { useLogOut } from "../use-log-out.ts";

export const ShopMenu = ({ name }: { name: string }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const logOut = useLogOut();
  const drafts = useDrafts();
  const [asks, setAsks] = useState(false);
  const leave = () => {
    setAsks(false);
    void logOut({ severity: "info", message: "You are logged out." });
  };
  const email = useSession()?.account.email;
  return (
    <>
      <Button
        id="shop-menu-button"
        color="inherit"
        onClick={(event) => setAnchor(event.currentTarget)}
        // On a phone the name needs the room.
        startIcon={<ShopIcon sx={{ color: "text.secondary", display: { xs: "none", sm: "block" } }} />}
        endIcon={<ChevronDownIcon sx={{ color: "text.secondary" }} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : "shop-menu"}
        sx={{ px: 1.25, mr: { md: -1 }, "&[aria-expanded=true]": { bgcolor: "action.hover" } }}
      >
        <Box
          component="span"
          sx={{ maxWidth: { xs: 112, sm: 240 }, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
        >
          {name}
        </Box>
      </Button>
      <Menu
        id="shop-menu"
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ list: { "aria-labelledby": "shop-menu-button" }, paper: { sx: { minWidth: 220, maxWidth: 320 } } }}
      >
        <Box component="li" role="none" sx={{ px: 1.25, py: 0.75 }}>
          <Typography variant="h4" component="p" sx={{ overflowWrap: "anywhere" }}>
            {name}
          </Typography>
          {email && (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {email}
            </Typography>
          )}
        </Box>
        <Divider component="li" role="none" sx={{ my: 0.5 }} />
        <MenuItem component={RouterLink} to={paths.plan} onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <PlanIcon fontSize="small" />
          </ListItemIcon>
          Plan
        </MenuItem>
        <MenuItem
          onClick={() => {
            setAnchor(null);
            if (drafts.storageKind() === "nowhere") leave();
            else setAsks(true);
          }}
        >
          <ListItemIcon>
            <LogOutIcon fontSize="small" />
          </ListItemIcon>
          Log out
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asks}
        title="Log out without saving?"
        text="Something you typed hasn't been saved or sent yet. Logging out removes it from this browser."
        action="Log out"
        onConfirm={leave}
        onCancel={() => setAsks(false)}
      />
    </>
  );
};
