import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Grouping } from "#domain/enumerations.ts";
import { show } from "../session/edits.ts";
import type { DesignEditor } from "../session/use-design-editor.ts";

const column = "DeliveryDate";

/** Offers the column of the delivery day while it is hidden: rows of a variant differ only by that day. */
export const DeliveryDateHint = ({ editor: { content, edit } }: { editor: DesignEditor }) =>
  content.grouping === Grouping.MassConstructionMealPrep && !content.shown.includes(column) ? (
    <Alert
      severity="info"
      sx={{
        mb: 2,
        alignItems: "center",
        flexWrap: { xs: "wrap", sm: "nowrap" },
        "& .MuiAlert-message": { flex: { xs: "1 0 70%", sm: "none" } },
        "& .MuiAlert-action": { pl: { xs: 3, sm: 2 } },
      }}
      action={
        <Button color="inherit" size="small" onClick={() => edit(show(column, 0))}>
          Show Delivery date
        </Button>
      }
    >
      A variant has one row per delivery date. Show that column to tell its rows apart.
    </Alert>
  ) : null;
