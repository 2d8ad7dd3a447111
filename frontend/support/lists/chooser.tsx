import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { type RaRecord, useGetList } from "react-admin";
import type { ConsoleAgent, ConsoleShop } from "#domain/wire/support/console.ts";

const shownAtOnce = 20;

type Props<Thing> = {
  label: string;
  value: Thing | null;
  onChoose: (item: Thing | null) => void;
  /** Shown while nothing is chosen. */
  placeholder: string;
};
/**
 * A kind of object that can be chosen. `name`: the field with an object's name; `filters`: those that search by the
 * typed text; `more`: a field shown beside the name.
 */
type Of<Thing> = {
  resource: string;
  name: keyof Thing & string;
  filters: readonly [string] | readonly [string, string];
  more?: keyof Thing & string;
  none: string;
};

/** Chooses an object from the server's suggestions. */
const Chooser = <Thing extends RaRecord>({
  of: resource,
  label,
  value,
  onChoose,
  placeholder,
}: Props<Thing> & { of: Of<Thing> }) => {
  const [typed, setTyped] = useState("");
  const [first, second] = resource.filters;
  const asked = (filter: string, by: string) => ({
    filter: { [filter]: typed.trim() },
    pagination: { page: 1, perPage: shownAtOnce },
    sort: { field: by, order: "ASC" as const },
  });
  const listQuery = useGetList<Thing>(resource.resource, asked(first, resource.name));
  const others = useGetList<Thing>(resource.resource, asked(second ?? first, second ?? resource.name), {
    enabled: second !== undefined && typed.trim() !== "",
  });
  const all = [...(listQuery.data ?? []), ...((typed.trim() !== "" && others.data) || [])];
  const options = [...new Map(all.map((item) => [item.id, item])).values()];
  return (
    <Autocomplete
      options={options}
      filterOptions={(chosen) => chosen}
      getOptionLabel={(item) => String(item[resource.name])}
      getOptionKey={({ id }) => String(id)}
      renderOption={({ key, ...props }, item) => (
        <li key={key} {...props}>
          {resource.more === undefined
            ? String(item[resource.name])
            : `${item[resource.name]} · ${item[resource.more]}`}
        </li>
      )}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={listQuery.isFetching || others.isFetching}
      noOptionsText={resource.none}
      value={value}
      onChange={(_event, item) => onChoose(item)}
      onInputChange={(_event, text, reason) => setTyped(reason === "input" ? text : "")}
      renderInput={(params) => <TextField {...params} label={label} placeholder={placeholder} size="small" />}
      sx={{ width: 260, maxWidth: "100%", mt: 1, mb: 0.5 }}
    />
  );
};

/** Chooses a shop by a prefix of its domain or name. */
export const ShopChooser = (props: Props<ConsoleShop>) => (
  <Chooser<ConsoleShop>
    {...props}
    of={{ resource: "shops", name: "shop", more: "name", filters: ["q", "name"], none: "No shop starts with this" }}
  />
);

/** Chooses someone who has signed in at the console, by a part of the name. */
export const AgentChooser = (props: Props<ConsoleAgent>) => (
  <Chooser<ConsoleAgent>
    {...props}
    of={{ resource: "agents", name: "name", filters: ["q"], none: "Nobody has this name" }}
  />
);
