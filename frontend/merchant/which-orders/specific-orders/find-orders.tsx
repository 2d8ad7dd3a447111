import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { maxSearchLength } from "#domain/wire/filters/orders.ts";
import { SearchIcon } from "../../../shared/ui/icons.tsx";
import { FoundAlert } from "./found-alert.tsx";
import { type Found, useFindNumbers } from "./use-find-numbers.ts";

type FindOrdersProps = {
  text: string;
  onText: (text: string) => void;
  /** Called with orders found by their numbers. */
  onFound: (ids: readonly string[]) => void;
};

/** Finds orders to choose, by a search or a pasted list of numbers. Both cover all orders. */
export const FindOrders = ({ text, onText, onFound }: FindOrdersProps) => {
  const [isPasting, setPasting] = useState(false);
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, pb: 1.5, display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <TextField
          type="search"
          size="small"
          value={text}
          onChange={(event) => onText(event.target.value)}
          placeholder="Order number, name or e-mail"
          sx={{ flex: "1 1 220px" }}
          slotProps={{
            htmlInput: { "aria-label": "Search all orders by number, name or e-mail", maxLength: maxSearchLength },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
        <Button variant="outlined" color="inherit" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste order numbers
        </Button>
      </Box>
      {isPasting && <PasteNumbers onFound={onFound} />}
    </Box>
  );
};

/** Finds orders by pasted numbers. Numbers not found stay in the field for correction. */
const PasteNumbers = ({ onFound }: Pick<FindOrdersProps, "onFound">) => {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const find = useFindNumbers((result) => {
    setFound(result);
    setTyped(result.notFound.join("\n"));
    onFound(result.ids);
  });
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <TextField
        multiline
        fullWidth
        autoFocus
        minRows={2}
        maxRows={5}
        label="Order numbers"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        helperText="One per line, or separated by commas, semicolons or spaces. All your orders are searched."
      />
      <Button
        variant="outlined"
        disabled={typed.trim() === ""}
        loading={find.isPending}
        onClick={() => find.mutate(typed)}
      >
        Select these orders
      </Button>
      {found !== null && <FoundAlert {...found} />}
    </Box>
  );
};
