import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";

/** Shown instead of Create, at the quota (S-1.2.13 and S-1.8). */
export const QuotaNote = ({ text }: { text: string }) => (
  <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
    <Alert severity="warning">{text}</Alert>
  </Box>
);
