import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";

/** For a shop without any design yet. */
export const WelcomeGuide = () => (
  <Alert severity="info" icon={false}>
    <AlertTitle>Welcome to Sheaf</AlertTitle>
    Two things, and you have your first report:
    <Box component="ol" sx={{ my: 1, pl: 3 }}>
      <li>
        Create a report design first: it says which columns a report shows. A new one begins with the usual columns.
      </li>
      <li>Then return to Reports, choose the dates and press Generate.</li>
    </Box>
  </Alert>
);
