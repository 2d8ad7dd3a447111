import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useSession } from "../../services.tsx";
import { CustomerRequests } from "./customer-requests.tsx";
import { HowToErase } from "./how-to-erase.tsx";
import { WhoReceived } from "./who-received.tsx";

/** Answers for customers: who received their orders in reports, how to erase their data, and their requests. */
export const CustomerData = ({ adminUrl }: { adminUrl: string | undefined }) =>
  useSession()?.support ? (
    <Typography color="textSecondary">Only the merchant can see this, not Sheaf support.</Typography>
  ) : (
    <Stack spacing={4}>
      <WhoReceived />
      <HowToErase adminUrl={adminUrl} />
      <CustomerRequests />
    </Stack>
  );
