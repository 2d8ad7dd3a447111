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
import { isOrderSearch, parseOrderId } from "#domain/console/order-id.ts";
import { type ConsoleSearchResult, maxTitleResults } from "#domain/wire/support/console.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { search } from "../calls.ts";
import { toActivityPath } from "../lists/shop-pages.tsx";
import { OrderInShop } from "./order-in-shop.tsx";

const kinds: Readonly<Record<ConsoleSearchResult["resource"], string>> = {
  shops: "Shop",
  exports: "Export",
  automations: "Automated report",
  runs: "Run",
  designs: "Report design",
  filters: "Filter",
  happenings: "Event of this request",
};

/** Report designs and filters have no page here, so their address is a part of the shop's history. */
const addressOf = ({ resource, id, shop }: ConsoleSearchResult): string =>
  resource === "designs" || resource === "filters"
    ? toActivityPath(shop?.id ?? "", { about: id })
    : `/${resource}/${encodeURIComponent(id)}/show`;

const isTitled = ({ resource }: ConsoleSearchResult): boolean =>
  ["designs", "filters", "automations"].includes(resource);

/**
 * Finds shops by name prefix; report designs, filters and automated reports by title; anything by id; events by request
 * id. Leads from an order to its exports. The search is in the address.
 */
export const SearchPage = () => {
  usePageTitle("Search · Support");
  const [address, setAddress] = useSearchParams();
  const query = address.get("q") ?? "";
  const [text, setText] = useState(query);
  const { data, error, isFetching } = useQuery({
    queryKey: ["search", query],
    queryFn: () => search(query),
    // An order's id is only sent in a body, as addresses get logged.
    enabled: query !== "" && !("id" in parseOrderId(query)),
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
          label="Shop, report, filter, order or id"
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
        {data?.length === 0 && !isFetching && !isOrderSearch(query) && (
          <Typography color="textSecondary">Nothing has this name or id.</Typography>
        )}
        {data !== undefined && data.length > 0 && (
          <Paper variant="outlined">
            <List disablePadding>
              {data.map((found) => (
                <li key={`${found.resource}/${found.id}`}>
                  <ListItemButton component={Link} to={addressOf(found)}>
                    <ListItemText
                      primary={found.name}
                      secondary={`${kinds[found.resource]}${found.shop === null ? "" : ` · ${found.shop.name}`}`}
                    />
                  </ListItemButton>
                </li>
              ))}
            </List>
          </Paper>
        )}
        {data !== undefined && data.filter(isTitled).length >= maxTitleResults && (
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Only the first {maxTitleResults} matches are shown. Type more to narrow them down.
          </Typography>
        )}
      </Box>
      {query !== "" && isOrderSearch(query) && (
        <Box sx={{ mt: 2 }}>
          <OrderInShop key={query} typed={query} />
        </Box>
      )}
    </Box>
  );
};
