import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { DateBasis } from "#domain/enumerations.ts";
import { useMenuPosition } from "../../shared/ui/use-menu-position.ts";
import { dateBasisOptions } from "../which-orders/dates/date-basis-options.ts";

type DateBasisFieldProps = { chosen: DateBasis; onChoose: (basis: DateBasis) => void };

/** Chooses the day by which each report takes its orders. */
export const DateBasisField = ({ chosen, onChoose }: DateBasisFieldProps) => {
  const position = useMenuPosition("center");
  const option = dateBasisOptions.find(({ basis }) => basis === chosen);
  return (
    <TextField
      select
      fullWidth
      label="Date that counts"
      value={chosen}
      onChange={({ target }) => {
        const wanted = dateBasisOptions.find(({ basis }) => String(basis) === String(target.value));
        if (wanted) onChoose(wanted.basis);
      }}
      helperText={option && `${option.meaning}. A change applies from the next report.`}
      slotProps={{ select: { renderValue: () => option?.label, ...position.select } }}
    >
      {dateBasisOptions.map(({ basis, label, meaning }) => (
        <MenuItem key={basis} value={basis}>
          <ListItemText primary={label} secondary={meaning} />
        </MenuItem>
      ))}
    </TextField>
  );
};
