import ChevronRight from "@mui/icons-material/ChevronRight";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import { useId } from "react";

type ShopEntriesProps = { title: string; shops: string[]; disabled: boolean; onChoose: (shop: string) => void };

/** Shops that log in with one click. */
export const ShopEntries = ({ title, shops, disabled, onChoose }: ShopEntriesProps) => {
  const id = useId();
  if (shops.length === 0) return null;
  return (
    <Box>
      <Typography variant="h3" component="h2" id={id} gutterBottom>
        {title}
      </Typography>
      <List disablePadding aria-labelledby={id} sx={{ border: 1, borderColor: "divider", borderRadius: 1 }}>
        {shops.map((shop) => (
          <ListItem key={shop} disablePadding divider={shop !== shops.at(-1)}>
            <ListItemButton disabled={disabled} onClick={() => onChoose(shop)}>
              <ListItemIcon sx={{ minWidth: 36 }}>
                <StorefrontOutlined fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={shop} slotProps={{ primary: { noWrap: true } }} />
              <ChevronRight fontSize="small" color="action" />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
};
