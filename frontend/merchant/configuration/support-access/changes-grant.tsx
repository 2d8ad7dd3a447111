import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { grantHours } from "#domain/impersonation/grant.ts";
import type { SupportGrant } from "#domain/wire/support/impersonation.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { formatInstant } from "../../../shared/time/shop-time.ts";
import { useServices, useSession } from "../../services.tsx";
import { useShopZone } from "../../use-shop-zone.ts";
import { supportSessionsKey } from "./use-support-sessions.ts";

const formatHours = (hours: number): string => (hours === 1 ? "1 hour" : `${hours} hours`);

/** Allows support to make changes for a limited time, or revokes that. */
const GrantControls = ({ grant }: { grant: SupportGrant | null }) => {
  const { api } = useServices();
  const cache = useQueryClient();
  const [hours, setHours] = useState<number>(grantHours[0]);
  const onSettled = () => cache.invalidateQueries({ queryKey: supportSessionsKey });
  const allow = useMutation({ mutationFn: () => api.allowChanges({ Hours: hours }), onSettled });
  const stop = useMutation({ mutationFn: () => api.stopChanges(), onSettled });
  const failure = [allow.error, stop.error].find((error) => error !== null && !isSkipped(error));
  return (
    <>
      {failure && <Alert severity="error">{getErrorMessage(failure)}</Alert>}
      {grant === null ? (
        <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} useFlexGap sx={{ alignItems: { sm: "flex-end" } }}>
          <TextField
            select
            label="For how long"
            value={hours}
            onChange={(event) => setHours(Number(event.target.value))}
            sx={{ minWidth: 160 }}
          >
            {grantHours.map((choice) => (
              <MenuItem key={choice} value={choice}>
                {formatHours(choice)}
              </MenuItem>
            ))}
          </TextField>
          <Button
            variant="outlined"
            loading={allow.isPending}
            onClick={() => allow.mutate()}
            sx={{ alignSelf: { xs: "flex-start", sm: "auto" }, height: { sm: 40 } }}
          >
            Let support make changes
          </Button>
        </Stack>
      ) : (
        <Box>
          <Button variant="outlined" color="error" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop changes
          </Button>
        </Box>
      )}
    </>
  );
};

/** The merchant's permission for support to make changes. Support only sees its state. */
export const ChangesGrant = ({ grant }: { grant: SupportGrant | null }) => {
  const zone = useShopZone();
  const isSupport = useSession()?.support !== undefined;
  return (
    <Stack spacing={2}>
      <Box>
        <Typography variant="h3">Let support make changes</Typography>
        <Typography variant="body2" color="textSecondary">
          {isSupport
            ? "Without this, you can only look. You never accept anything on the merchant's behalf, and never see passwords."
            : "Without this, our support can only look. They never accept anything on your behalf, and never see passwords."}
        </Typography>
      </Box>
      <Typography role="status">
        {grant === null
          ? "Support may only look."
          : `Support may make changes until ${formatInstant(grant.Until, zone)}.`}
      </Typography>
      {!isSupport && <GrantControls grant={grant} />}
    </Stack>
  );
};
