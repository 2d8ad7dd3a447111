import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Title, useGetOne } from "react-admin";
import { useParams, useSearchParams } from "react-router-dom";
import type { ConsoleShop } from "#domain/wire/support/console.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { HiddenNote } from "../activity/hidden-note.tsx";
import { readShopAt } from "../calls.ts";
import { formatInstantText } from "../lists/console-list.tsx";
import { instantOfField, toInputValue } from "../lists/instants.ts";
import { ShopPages } from "../lists/shop-pages.tsx";
import { FieldsTable } from "./fields-table.tsx";
import { Items } from "./items.tsx";

const TimeForm = ({ selected, onChoose }: { selected: string | null; onChoose: (instant: string) => void }) => {
  const [text, setText] = useState(toInputValue(selected ?? new Date().toISOString()));
  const [lastSelected, setLastSelected] = useState(selected);
  // A link to this page with another time was followed.
  if (selected !== lastSelected) {
    setLastSelected(selected);
    if (selected !== null) setText(toInputValue(selected));
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const instant = instantOfField(text);
    if (instant !== null) onChoose(instant);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: "flex", gap: 1, alignItems: "flex-end", py: 2 }}>
      <TextField
        label="Date and time (UTC)"
        type="datetime-local"
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { step: 1 }, inputLabel: { shrink: true } }}
        required
      />
      <Button type="submit" variant="contained" sx={{ flex: "none" }}>
        Show
      </Button>
    </Box>
  );
};

/** A shop's set-up at the address's instant, and its changes since. */
export const AsOfPage = () => {
  const { id = "" } = useParams();
  const [address, setAddress] = useSearchParams();
  const selectedInstant = address.get("at");
  const { data: shop } = useGetOne<ConsoleShop>("shops", { id });
  const title = shop === undefined ? "As of" : `${shop.shop} at a past time`;
  usePageTitle(`${title} · Support`);
  const { data, error, isFetching } = useQuery({
    queryKey: ["as-of", id, selectedInstant],
    queryFn: () => readShopAt(id, selectedInstant ?? ""),
    enabled: selectedInstant !== null,
    retry: false,
  });
  return (
    <Box sx={{ maxWidth: widths.page }}>
      <Title title={title} />
      <ShopPages id={id} here="as-of" />
      <TimeForm selected={selectedInstant} onChoose={(at) => setAddress({ at })} />
      {selectedInstant === null && (
        <Typography color="textSecondary">Choose a date and time to see the shop's settings at that point.</Typography>
      )}
      {isFetching && <LinearProgress aria-label="Loading settings" />}
      {error !== null && <Alert severity="error">{error.message}</Alert>}
      {data !== undefined && (
        <Box sx={{ display: "grid", gap: 3 }}>
          <Box>
            <Typography aria-live="polite">{`Settings on ${formatInstantText(data.at)}, compared with today.`}</Typography>
            <HiddenNote shop={id} />
          </Box>
          <Items shop={id} at={data.at} kind="design" name="Report designs" items={data.designs} />
          <Items shop={id} at={data.at} kind="filter" name="Filters" items={data.filters} />
          <Items shop={id} at={data.at} kind="page-filter" name="Page filters" items={data.pageFilters} />
          <Items shop={id} at={data.at} kind="automation" name="Automated reports" items={data.automations} />
          <Box component="section" aria-label="Configuration">
            <Typography variant="h2" sx={{ mb: 1 }}>
              Configuration
            </Typography>
            <FieldsTable fields={data.configuration} label="Configuration" />
          </Box>
        </Box>
      )}
    </Box>
  );
};
