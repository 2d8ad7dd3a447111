import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { useSession } from "../services.tsx";
import { ContactForm } from "./contact-form.tsx";
import { OtherWays } from "./other-ways.tsx";

/** A message to support (S-1.2.9). */
const ContactPage = () => {
  const session = useSession();
  if (session === null) return null;
  return (
    <>
      <PageHeading title="Contact Us" lead="Question, idea or problem? Write to us." />
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
    </>
  );
};

export default ContactPage;
