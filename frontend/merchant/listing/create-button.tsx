import Button from "@mui/material/Button";
import { AddIcon } from "../../shared/ui/icons.tsx";

export type CreateButtonProps = { name: string; busy: boolean; onCreate: () => void };

export const CreateButton = ({ name, busy, onCreate }: CreateButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    size="small"
    startIcon={<AddIcon />}
    loading={busy}
    loadingPosition="start"
    onClick={() => onCreate()}
  >
    {name}
  </Button>
);
