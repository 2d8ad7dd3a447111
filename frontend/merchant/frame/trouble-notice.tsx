import Alert from "@mui/material/Alert";
import { useTroubles } from "../use-troubles.ts";
import { describeTroubles } from "./describe-troubles.ts";

export const TroubleNotice = () => {
  const troubles = useTroubles();
  if (troubles.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {describeTroubles(troubles).join(" ")}
    </Alert>
  );
};
