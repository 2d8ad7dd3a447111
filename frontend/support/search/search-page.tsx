import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Title } from "react-admin";
import { Link, useSearchParams } from "react-router-dom";
import { isOfOrder } from "#domain/console/order-id.ts";
import type { ConsoleFound } from "#domain/wire/console.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { search } from "../calls.ts";
import { OrderInShop } from "./order-in-shop.tsx";

const kinds: Readonly<Record<ConsoleFound["resource"], string>> = {
  shops: "Shop",
  exports: "Export",
  automations: "Automated report",
  runs: "Run",
  happenings: "Event of this request",
};

/**
 * Finds a shop by the beginning of its name, anything by its id, what happened in a request by that of the request, and leads from an order to the exports
 * that held it. What is searched for stands in the address.
 */
export const SearchPage = () => {
  usePageTitle("Search · Support");
  const [address, setAddress] = useSearchParams();
  const asked = address.get("q") ?? "";
  const [text, setText] = useState(asked);
  const { data, error, isFetching } = useQuery({
    queryKey: ["search", asked],
    queryFn: () => search(asked),
    enabled: asked !== "",
    retry: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAddress({ q: text.trim() });
  };
  return (
    <Box sx={{ maxWidth: widths.text, pt: 3 }}>
      <Title title="Search" />
      <Box component="form" role="search" onSubmit={submit} sx={{ display: "flex", gap: 1, alignItems: "flex-end" }}>
        <TextField
          label="Shop, order, or an id of a shop, export, run, automated report or request"
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          required
          autoFocus
          fullWidth
        />
        <Button type="submit" variant="contained" sx={{ flex: "none" }}>
          Search
        </Button>
      </Box>
      <Box aria-live="polite" sx={{ mt: 2 }}>
        {error !== null && <Alert severity="error">{error.message}</Alert>}
        {data?.length === 0 && !isFetching && !isOfOrder(asked) && (
          <Typography color="textSecondary">Nothing has this name or id.</Typography>
        )}
        {data !== undefined && data.length > 0 && (
          <Paper variant="outlined">
            <List disablePadding>
              {data.map(({ resource, id, name }) => (
                <li key={`${resource}/${id}`}>
                  <ListItemButton component={Link} to={`/${resource}/${encodeURIComponent(id)}/show`}>
                    <ListItemText primary={name} secondary={kinds[resource]} />
                  </ListItemButton>
                </li>
              ))}
            </List>
          </Paper>
        )}
      </Box>
      {asked !== "" && isOfOrder(asked) && (
        <Box sx={{ mt: 2 }}>
          <OrderInShop key={asked} typed={asked} />
        </Box>
      )}
    </Box>
  );
};
