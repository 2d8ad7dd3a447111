import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import { useNewDesign } from "../new-design/use-new-design.tsx";

type DesignStepProps = { designs: ReportDesignItem[]; chosen: string | null; onChoose: (id: string) => void };

/** Step 1: one of the designs, or a link that makes the first one. */
export const DesignStep = ({ designs, chosen, onChoose }: DesignStepProps) => {
  const create = useNewDesign((design) => onChoose(design.id));
  if (designs.length === 0) {
    return (
      <Typography>
        There is no report design yet.{" "}
        <Link component="button" type="button" aria-haspopup="dialog" onClick={create.open}>
          Create a new design
        </Link>
        {create.dialog}
      </Typography>
    );
  }
  return (
    <TextField
      select
      fullWidth
      label="Report design"
      value={chosen ?? ""}
      onChange={(event) => onChoose(event.target.value)}
    >
      {designs.map((design) => (
        <MenuItem key={design.id} value={design.id}>
          {design.title}
        </MenuItem>
      ))}
    </TextField>
  );
};
