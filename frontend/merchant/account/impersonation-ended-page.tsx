import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Navigate } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { readEndedImpersonation } from "../../shared/session/ended-impersonation.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

/**
 * Says why the impersonation session has ended, with a link to the console. Stays open, as its tab was opened
 * for that session.
 */
const ImpersonationEndedPage = () => {
  usePageTitle("Session ended");
  const ended = readEndedImpersonation(window.sessionStorage);
  if (ended === null) return <Navigate to={paths.login} replace />;
  const { shop, why, console } = ended;
  return (
    <Stack spacing={3} useFlexGap sx={{ alignItems: "center", textAlign: "center", pt: { xs: 3, sm: 6 } }}>
      <Typography variant="h1" sx={{ overflowWrap: "anywhere", maxWidth: "100%" }}>
        Your session in {shop} has ended
      </Typography>
      <Typography color="textSecondary" sx={{ mt: -2 }}>
        {why} {console === null ? "Get a new link from the support console." : "You can get a new link in the console."}
      </Typography>
      {console !== null && (
        <Button variant="contained" href={console} rel="noreferrer" sx={{ overflowWrap: "anywhere" }}>
          Back to {shop} in the console
        </Button>
      )}
    </Stack>
  );
};

export default ImpersonationEndedPage;
