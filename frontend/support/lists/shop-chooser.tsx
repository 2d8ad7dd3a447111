import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useGetList } from "react-admin";
import type { ConsoleShop } from "#domain/wire/console.ts";

const shownAtOnce = 20;

type Props = { label: string; value: ConsoleShop | null; onChoose: (shop: ConsoleShop | null) => void };

/** One of all shops, found by the beginning of its domain. */
export const ShopChooser = ({ label, value, onChoose }: Props) => {
  const [typed, setTyped] = useState("");
  const { data = [], isFetching } = useGetList<ConsoleShop>("shops", {
    filter: { q: typed.trim() },
    pagination: { page: 1, perPage: shownAtOnce },
    sort: { field: "shop", order: "ASC" },
  });
  return (
    <Autocomplete
      options={data}
      // The server has chosen already.
      filterOptions={(options) => options}
      getOptionLabel={({ shop }) => shop}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isFetching}
      noOptionsText="No shop begins so"
      value={value}
      onChange={(_event, shop) => onChoose(shop)}
      onInputChange={(_event, text, reason) => setTyped(reason === "input" ? text : "")}
      renderInput={(params) => <TextField {...params} label={label} size="small" />}
      sx={{ maxWidth: 480 }}
    />
  );
};
