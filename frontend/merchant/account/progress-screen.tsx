import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { AccountProblem } from "./account-problem.tsx";

type ProgressScreenProps = {
  title: string;
  note: string;
  /** Null unless the step failed. */
  error: unknown;
  /** Shown during the step; default: a spinner. */
  busy?: ReactNode;
  /** Options after a failure, before 'Go back to login'. */
  ways?: ReactNode;
};

/** Screen of a step without input. After a failure it shows the reason and a way back. */
export const ProgressScreen = ({ title, note, error, busy, ways }: ProgressScreenProps) => {
  usePageTitle(title);
  return (
    <Stack spacing={3} useFlexGap sx={{ alignItems: "center", textAlign: "center", pt: { xs: 3, sm: 6 } }}>
      {error === null && (busy ?? <CircularProgress aria-label={title} />)}
      <Typography variant="h1">{title}</Typography>
      {error === null ? (
        <Typography color="textSecondary" role="status" sx={{ mt: -2 }}>
          {note}
        </Typography>
      ) : (
        <>
          <AccountProblem error={error} />
          {ways}
          <Button component={RouterLink} to={paths.login} color={ways ? "inherit" : "primary"}>
            Go back to login
          </Button>
        </>
      )}
    </Stack>
  );
};
