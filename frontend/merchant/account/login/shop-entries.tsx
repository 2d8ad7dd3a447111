import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { ChevronRightIcon, CloseIcon, ShopIcon } from "../../../shared/ui/icons.tsx";

type ShopEntriesProps = {
  title: string;
  shops: string[];
  disabled: boolean;
  onChoose: (shop: string) => void;
  /** Removes a shop from the list. Without it there is no such button. */
  onForget?: (shop: string) => void;
};

/** Shops with a one-click login. */
export const ShopEntries = ({ title, shops, disabled, onChoose, onForget }: ShopEntriesProps) => {
  const id = useId();
  if (shops.length === 0) return null;
  return (
    <Box>
      <Typography variant="h3" component="h2" id={id} gutterBottom>
        {title}
      </Typography>
      <List disablePadding aria-labelledby={id} sx={{ border: 1, borderColor: "divider", borderRadius: 1 }}>
        {shops.map((shop) => (
          <ListItem
            key={shop}
            disablePadding
            divider={shop !== shops.at(-1)}
            secondaryAction={
              onForget && (
                <Tooltip title="Remove from this list">
                  <IconButton
                    edge="end"
                    size="small"
                    aria-label={`Remove ${shop} from this list`}
                    onClick={() => onForget(shop)}
                  >
                    <CloseIcon fontSize="small" />
                  </IconButton>
                </Tooltip>
              )
            }
          >
            <ListItemButton disabled={disabled} onClick={() => onChoose(shop)}>
              <ListItemIcon sx={{ minWidth: 34 }}>
                <ShopIcon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={shop} slotProps={{ primary: { noWrap: true } }} />
              {!onForget && <ChevronRightIcon fontSize="small" color="action" />}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
};
