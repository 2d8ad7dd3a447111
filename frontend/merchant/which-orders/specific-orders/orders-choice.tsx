import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { Suspense, useState } from "react";
import { createLazyPart } from "../../loading/create-lazy-part.tsx";
import type { ChosenFilter } from "../filter/chosen-filter.ts";

const SpecificOrdersDialog = createLazyPart(
  () => import("./specific-orders-dialog.tsx"),
  ({ onClose, chosen }) => onClose(chosen),
);

type OrdersChoiceProps = {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** The dates of the listed orders, in words; null until they are chosen. */
  days: string | null;
  /** Chosen filter, whose native conditions narrow the list, too. */
  filter: ChosenFilter;
  /** The server has saved the current choices, which decide its list of orders. */
  saved: boolean;
};

/** Checkbox: checking opens the modal, unchecking clears the selection (S-1.4). */
export const OrdersChoice = ({ chosen, onChange, days, filter, saved }: OrdersChoiceProps) => {
  const [open, setOpen] = useState(false);
  const some = chosen.size > 0;
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "center", flexWrap: "wrap", columnGap: 2, minHeight: 40 }}>
        <FormControlLabel
          sx={{ mr: 0 }}
          control={
            <Checkbox
              checked={open || some}
              onChange={(_event, checked) => {
                setOpen(checked);
                if (!checked) onChange(new Set());
              }}
            />
          }
          disabled={!some && (days === null || filter.state === "gone")}
          label="Select specific orders"
        />
        {some && (
          <Button variant="outlined" size="small" onClick={() => setOpen(true)} aria-haspopup="dialog">
            ORDERS
            <Chip
              component="span"
              size="small"
              color="primary"
              label={chosen.size.toLocaleString("en")}
              sx={{ ml: 1, height: 20, cursor: "inherit" }}
            />
            <span style={visuallyHidden}> selected</span>
          </Button>
        )}
      </Box>
      {/* Has the height of the count that it replaces. */}
      {some && (
        <Typography variant="body2" color="textSecondary" sx={{ display: "flex", alignItems: "center", minHeight: 32 }}>
          The report will contain exactly these orders. The dates
          {filter.state === "none" ? " don't apply." : " and the filter’s conditions on orders don't apply."}
        </Typography>
      )}
      {open && (
        <Suspense fallback={null}>
          <SpecificOrdersDialog
            chosen={chosen}
            days={days}
            filter={filter}
            saved={saved}
            onClose={(next) => {
              setOpen(false);
              onChange(next);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
