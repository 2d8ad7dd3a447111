import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useListContext, useResourceContext } from "react-admin";
import { useNavigate } from "react-router-dom";
import type { ConsoleView } from "#domain/wire/support/console-alerts.ts";
import { ReviewIcon } from "../../shared/ui/icons.tsx";
import { ManageViews } from "./manage-views.tsx";
import { SaveView } from "./save-view.tsx";
import { useViews } from "./use-views.ts";

const addressOf = ({ list, filter, sort }: ConsoleView): string =>
  `/${list}?${new URLSearchParams({ filter: JSON.stringify(filter), sort: sort.field, order: sort.order, page: "1" })}`;

/** A menu with the list's saved views, and entries to save and manage views. */
export const ViewsButton = () => {
  const resource = useResourceContext() ?? "";
  const { filterValues, sort } = useListContext();
  const { views = [] } = useViews();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const navigate = useNavigate();
  const close = () => setAnchor(null);
  const open = (view: ConsoleView) => {
    close();
    navigate(addressOf(view));
  };
  const show = (which: "save" | "manage") => {
    close();
    setDialog(which);
  };
  return (
    <>
      <Button
        size="small"
        startIcon={<ReviewIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Views
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {views.map((view) => (
          <MenuItem key={view.id} onClick={() => open(view)}>
            <ListItemText primary={view.name} secondary={view.isDefault ? "The list opens with it" : undefined} />
          </MenuItem>
        ))}
        {views.length > 0 && <Divider />}
        <MenuItem onClick={() => show("save")}>Save this view</MenuItem>
        {views.length > 0 && <MenuItem onClick={() => show("manage")}>Change views</MenuItem>}
      </Menu>
      {dialog === "save" && (
        <SaveView
          list={resource}
          filter={filterValues as Record<string, unknown>}
          sort={{ field: sort.field, order: sort.order }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "manage" && <ManageViews views={views} onClose={() => setDialog(null)} />}
    </>
  );
};
