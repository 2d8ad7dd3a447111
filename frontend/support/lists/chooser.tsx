import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { type RaRecord, useGetList } from "react-admin";
import type { ConsoleAgent, ConsoleShop } from "#domain/wire/console.ts";

const shownAtOnce = 20;

type Props<Thing> = {
  label: string;
  value: Thing | null;
  onChoose: (thing: Thing | null) => void;
  /** What stands there while nothing is chosen. */
  placeholder: string;
};
type Of<Thing> = { resource: string; name: keyof Thing & string; none: string };

/** One of the things of a list, found by what it is called. The server chooses which are offered. */
const Chooser = <Thing extends RaRecord>({
  of,
  label,
  value,
  onChoose,
  placeholder,
}: Props<Thing> & { of: Of<Thing> }) => {
  const [typed, setTyped] = useState("");
  const { data = [], isFetching } = useGetList<Thing>(of.resource, {
    filter: { q: typed.trim() },
    pagination: { page: 1, perPage: shownAtOnce },
    sort: { field: of.name, order: "ASC" },
  });
  return (
    <Autocomplete
      options={data}
      filterOptions={(options) => options}
      getOptionLabel={(thing) => String(thing[of.name])}
      getOptionKey={({ id }) => String(id)}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isFetching}
      noOptionsText={of.none}
      value={value}
      onChange={(_event, thing) => onChoose(thing)}
      onInputChange={(_event, text, reason) => setTyped(reason === "input" ? text : "")}
      renderInput={(params) => <TextField {...params} label={label} placeholder={placeholder} size="small" />}
      sx={{ width: 260, maxWidth: "100%", mt: 1, mb: 0.5 }}
    />
  );
};

/** One of all shops, by the beginning of its domain. */
export const ShopChooser = (props: Props<ConsoleShop>) => (
  <Chooser<ConsoleShop> {...props} of={{ resource: "shops", name: "shop", none: "No shop begins so" }} />
);

/** One of those who have signed in at the console, by a part of their name. */
export const AgentChooser = (props: Props<ConsoleAgent>) => (
  <Chooser<ConsoleAgent> {...props} of={{ resource: "agents", name: "name", none: "Nobody is called so" }} />
);
