import Button from "@mui/material/Button";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useGetIdentity, useLogout, useNotify } from "react-admin";
import { LogOutIcon } from "../../shared/ui/icons.tsx";
import { signOutEverywhere } from "../calls.ts";

/** The signed-in person and role, with buttons to end this session, or all of them and the provider's. */
export const AccountMenu = () => {
  const { data: me } = useGetIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const logOut = useLogout();
  const notify = useNotify();
  if (me === undefined) return null;
  const close = () => setAnchor(null);
  const leave = () =>
    signOutEverywhere().then(
      ({ leaveTo }) => window.location.assign(leaveTo ?? "/support/login"),
      (error: Error) => notify(error.message, { type: "error" }),
    );
  const ways = [
    { name: "Sign out", go: () => void logOut() },
    { name: "Sign out everywhere", go: () => void leave() },
  ];
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          display: "block",
          flex: "none",
          maxWidth: { xs: 240, sm: 320 },
          overflow: "hidden",
          textOverflow: "ellipsis",
        }}
      >
        {`${me.fullName} (${String(me.role)})`}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {ways.map(({ name, go }) => (
          <MenuItem
            key={name}
            onClick={() => {
              close();
              go();
            }}
          >
            <ListItemIcon>
              <LogOutIcon />
            </ListItemIcon>
            <ListItemText>{name}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
