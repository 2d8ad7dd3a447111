import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { statusFields } from "#domain/filters/description/status-labels.ts";
import { type FilterFields, toSieverField } from "#domain/filters/fields.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { EditState } from "../../shared/saving/edit-session.ts";
import type { FilterSession } from "./use-filter-editor.ts";

type TitleAndStatusesProps = { session: FilterSession; state: EditState<FilterFields>; system: boolean };

const testOrders = toSieverField(SieverCode.TestOrder);

/** The fields of every filter: its title, the three statuses, and a tick for the condition that most filters want. */
export const TitleAndStatuses = ({ session, state, system }: TitleAndStatusesProps) => {
  const { draft, problems } = state;
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: "grid", gap: 2.5 }}>
      <TextField
        label="Title"
        required
        value={draft.title}
        onChange={(event) => session.change({ title: event.target.value }, "after-pause")}
        onBlur={session.flush}
        error={problems.title !== undefined}
        helperText={problems.title ?? (system ? "This filter belongs to its page, so it keeps its name." : undefined)}
        slotProps={{ input: { readOnly: system }, formHelperText: { "aria-live": "polite" } }}
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
        }}
      >
        {statusFields.map(({ field, label, labels }) => (
          <TextField
            key={field}
            select
            label={label}
            value={draft[field]}
            onChange={(event) => session.change({ [field]: Number(event.target.value) }, "at-once")}
            error={problems[field] !== undefined}
            helperText={problems[field]}
            slotProps={{ select: { renderValue: (value) => labels.find((one) => one.value === value)?.label ?? "" } }}
          >
            {labels.map((one) => (
              <MenuItem key={one.value} value={one.value}>
                <span>
                  {one.label}
                  {"note" in one && one.note !== undefined && (
                    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block" }}>
                      {one.note}
                    </Typography>
                  )}
                </span>
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Box>
      <FormControlLabel
        sx={{ my: -1, mr: 0, width: "fit-content" }}
        label="Leave out test orders"
        control={
          <Checkbox
            checked={["no", "!yes"].includes(draft[testOrders].join())}
            onChange={(_, isLeftOut) => session.change({ [testOrders]: isLeftOut ? ["no"] : [] }, "at-once")}
          />
        }
      />
    </Paper>
  );
};
