import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";

/** Shown instead of Create, at the quota (S-1.2.13 and S-1.8). */
export const QuotaNote = ({ text }: { text: string }) => (
  <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
    <Alert
      severity="warning"
      action={
        <Button component={RouterLink} to={paths.plan} color="inherit" size="small">
          See your plan
        </Button>
      }
    >
      {text}
    </Alert>
  </Box>
);
