import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { AccountProblem } from "./account-problem.tsx";

/** `error` is null while all is well. */
type ProgressScreenProps = { title: string; note: string; error: unknown };

/** A step that needs nothing of the user but patience; on failure the reason and the way back. */
export const ProgressScreen = ({ title, note, error }: ProgressScreenProps) => {
  usePageTitle(title);
  return (
    <Stack spacing={3} sx={{ alignItems: "center", textAlign: "center", pt: 6 }}>
      <Typography variant="h1">{title}</Typography>
      {error === null ? (
        <>
          <CircularProgress aria-label={title} />
          <Typography color="textSecondary" role="status">
            {note}
          </Typography>
        </>
      ) : (
        <>
          <AccountProblem error={error} />
          <Button component={RouterLink} to={paths.login}>
            Go back to login
          </Button>
        </>
      )}
    </Stack>
  );
};
