import Stack from "@mui/material/Stack";
import { CustomerRequests } from "./customer-requests.tsx";
import { WhoReceived } from "./who-received.tsx";

/** What a merchant owes customers whose orders were in reports: who received them, and an answer when they ask. */
export const CustomerData = () => (
  <Stack spacing={4}>
    <WhoReceived />
    <CustomerRequests />
  </Stack>
);
