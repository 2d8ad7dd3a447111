import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import MuiTextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router-dom";
import { parseOrderId } from "#domain/console/order-id.ts";
import type { ConsoleOrderExports } from "#domain/wire/support/console.ts";
import { findExportsWithOrder } from "../calls.ts";
import { formatInstantText } from "../lists/console-list.tsx";

const soFar = ({ exports, looked, of, continuation }: ConsoleOrderExports): string => {
  const count = exports.length;
  const found = count === 0 ? "No export held it" : count === 1 ? "1 export held it" : `${count} exports held it`;
  return continuation === null ? `${found}.` : `${found} so far: checked ${looked} of ${of}.`;
};

/**
 * Finds a shop's exports with an order, by its id, for merchants who miss one. Continues until all were checked.
 * `start`: the field's initial text.
 */
export const OrderExports = ({ shop, start = "" }: { shop: string; start?: string }) => {
  const help = useId();
  const [typed, setTyped] = useState(start);
  const [noId, setNoId] = useState<string | null>(null);
  const [found, setFound] = useState<ConsoleOrderExports | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const findExports = async (order: string) => {
    let all: ConsoleOrderExports["exports"] = [];
    for (let continuation: string | null = null; ; ) {
      const step: ConsoleOrderExports = await findExportsWithOrder(shop, order, continuation);
      all = [...all, ...step.exports];
      setFound({ ...step, exports: all });
      continuation = step.continuation;
      if (continuation === null) return;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const order = parseOrderId(typed);
    setProblem(null);
    setFound(null);
    setNoId("problem" in order ? order.problem : null);
    if ("problem" in order) return;
    setBusy(true);
    try {
      await findExports(order.id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ maxWidth: 480 }}>
      <Box
        component="form"
        onSubmit={(event: FormEvent) => void submit(event)}
        sx={{ display: "flex", gap: 1, alignItems: "flex-end" }}
      >
        <MuiTextField
          label="Order id"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500, "aria-describedby": help } }}
          size="small"
          required
          fullWidth
        />
        <Button type="submit" variant="outlined" color="inherit" loading={busy} sx={{ flex: "none" }}>
          Find its exports
        </Button>
      </Box>
      <FormHelperText id={help}>
        The long number at the end of the order's address in the shop's admin. You can paste the address.
      </FormHelperText>
      <Box aria-live="polite">
        {noId !== null && <Alert severity="info">{noId}</Alert>}
        {problem !== null && <Alert severity="error">{problem}</Alert>}
        {found !== null && <Typography sx={{ mt: 1 }}>{soFar(found)}</Typography>}
      </Box>
      {found !== null && found.exports.length > 0 && (
        <List dense disablePadding>
          {found.exports.map(({ id, title, requestedAt, certain }) => (
            <li key={id}>
              <ListItemButton component={Link} to={`/exports/${encodeURIComponent(id)}/show`}>
                <ListItemText
                  primary={title}
                  secondary={`${formatInstantText(requestedAt)}${certain ? "" : ", not known for certain"}`}
                />
              </ListItemButton>
            </li>
          ))}
        </List>
      )}
    </Box>
  );
};
