import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { useMenuPosition } from "../../shared/ui/use-menu-position.ts";
import { OptionText } from "../resources/option-text.tsx";

type DesignFieldProps = {
  designs: readonly ListedDesign[];
  chosen: string | null;
  onChoose: (id: string) => void;
  autoFocus?: boolean;
};

/** Chooses a report design; each has a summary. */
export const DesignField = ({ designs, chosen, onChoose, autoFocus = false }: DesignFieldProps) => {
  const place = useMenuPosition("center");
  return (
    <TextField
      select
      fullWidth
      autoFocus={autoFocus}
      label="Report design"
      value={chosen ?? ""}
      onChange={(event) => onChoose(event.target.value)}
      slotProps={{
        select: {
          renderValue: (id) => designs.find((design) => design.id === id)?.title,
          ...place.select,
        },
      }}
    >
      {designs.map((design) => (
        <MenuItem key={design.id} value={design.id}>
          <OptionText title={design.title} summary={design.about?.summary} />
        </MenuItem>
      ))}
    </TextField>
  );
};
