import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PastImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices, useSession } from "../../services.tsx";
import { useShopZone } from "../../use-shop-zone.ts";
import { describeSession } from "./describe-session.ts";
import { supportSessionsKey } from "./use-support-sessions.ts";

/** Sessions with time and reason, newest first. Their changes are under What support did. */
export const PastSessions = ({ looks }: { looks: readonly PastImpersonationSession[] }) => {
  const isSupport = useSession()?.support !== undefined;
  return (
    <Stack spacing={1}>
      <Box>
        <Typography variant="h3">Support sessions</Typography>
        <Typography variant="body2" color="textSecondary">
          {isSupport
            ? "Each support session in this shop is listed here, as the merchant sees it."
            : "Each time our support views your shop as you see it, the session is listed here."}
        </Typography>
      </Box>
      {looks.length === 0 ? (
        <Typography variant="body2">There have been no sessions yet.</Typography>
      ) : (
        <Box component="ul" aria-label="Support sessions" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {looks.map((look) => (
            <PastSession key={look.Id} look={look} />
          ))}
        </Box>
      )}
    </Stack>
  );
};

const PastSession = ({ look }: { look: PastImpersonationSession }) => {
  const { api } = useServices();
  const cache = useQueryClient();
  const zone = useShopZone();
  const isSupport = useSession()?.support !== undefined;
  const end = useMutation({
    mutationFn: () => api.endLook(look.Id),
    onSettled: () => cache.invalidateQueries({ queryKey: supportSessionsKey }),
  });
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
      <Stack
        direction={{ xs: "column", sm: "row" }}
        spacing={1.5}
        sx={{ alignItems: { sm: "flex-start" }, justifyContent: "space-between" }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>Sheaf support ({look.Agent})</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {describeSession(look, { zone, isSupport })}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
            Reason: {look.Reason}
          </Typography>
        </Box>
        {look.IsOpen && !isSupport && (
          <Button
            variant="outlined"
            size="small"
            color="error"
            loading={end.isPending}
            aria-label={`End: ${look.Agent}`}
            onClick={() => end.mutate()}
            sx={{ flexShrink: 0, alignSelf: "flex-start" }}
          >
            End
          </Button>
        )}
      </Stack>
      {end.error !== null && !isSkipped(end.error) && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {getErrorMessage(end.error)}
        </Alert>
      )}
    </Box>
  );
};
