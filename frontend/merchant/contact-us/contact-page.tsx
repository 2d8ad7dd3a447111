import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useSession } from "../services.tsx";
import { ContactForm } from "./contact-form.tsx";
import { OtherWays } from "./other-ways.tsx";

/** A message to support (S-1.2.9). */
const ContactPage = () => {
  usePageTitle("Contact Us");
  const session = useSession();
  if (session === null) return null;
  return (
    <Stack spacing={3}>
      <Stack spacing={0.5}>
        <Typography variant="h1">Contact Us</Typography>
        <Typography color="textSecondary">Question, idea or problem? Write to us.</Typography>
      </Stack>
      <Box
        sx={{
          display: "grid",
          gap: { xs: 4, md: 6 },
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 40rem) minmax(0, 1fr)" },
          alignItems: "start",
        }}
      >
        <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 3 } }}>
          <ContactForm key={session.account.id} account={session.account} />
        </Paper>
        <OtherWays />
      </Box>
    </Stack>
  );
};

export default ContactPage;
