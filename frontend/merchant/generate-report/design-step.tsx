import CircularProgress from "@mui/material/CircularProgress";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import { useCreateDesign } from "../resources/designs/use-create-design.ts";

type DesignStepProps = { designs: ReportDesignItem[]; chosen: string | null; onChoose: (id: string) => void };

/** Step 1: one of the designs, or a link that makes the first one. */
export const DesignStep = ({ designs, chosen, onChoose }: DesignStepProps) => {
  const create = useCreateDesign((design) => onChoose(design.id));
  if (designs.length === 0) {
    return (
      <Stack direction="row" spacing={1.5} sx={{ alignItems: "center" }}>
        <Typography>
          There is no report design yet.{" "}
          <Link component="button" type="button" onClick={() => create.mutate()} disabled={create.isPending}>
            Create a new design
          </Link>
        </Typography>
        {create.isPending && <CircularProgress size={18} aria-label="Creating the design" />}
      </Stack>
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
