import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../../shared/navigation/paths.ts";
import { ShopIcon } from "../../../shared/ui/icons.tsx";
import { usePageTitle } from "../../../shared/ui/use-page-title.ts";

type BackFromStoreProps = {
  title: string;
  note: string;
  onContinue: () => void;
  /** Options before 'Go back to login'. */
  ways?: ReactNode;
};

/** Shown after returning from the store too early: the missing step, and a link to it. */
export const BackFromStore = ({ title, note, onContinue, ways }: BackFromStoreProps) => {
  usePageTitle(title);
  return (
    <Stack spacing={3} useFlexGap sx={{ alignItems: "center", textAlign: "center", pt: { xs: 3, sm: 6 } }}>
      <Typography variant="h1">{title}</Typography>
      <Typography color="textSecondary" sx={{ mt: -2 }}>
        {note}
      </Typography>
      <Button variant="contained" size="large" startIcon={<ShopIcon />} onClick={onContinue}>
        Continue to your store
      </Button>
      {ways}
      <Button component={RouterLink} to={paths.login} color="inherit">
        Go back to login
      </Button>
    </Stack>
  );
};
