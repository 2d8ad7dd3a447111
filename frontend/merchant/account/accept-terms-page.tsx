import Alert from "@mui/material/Alert";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { LoginAction } from "#domain/enumerations.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { signedOut } from "../../shared/api/http.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { useServices, useSession } from "../services.tsx";
import { DocumentList } from "./document-list.tsx";
import { TermsForm } from "./terms-form.tsx";

/** The terms gate (S-2.2). */
const AcceptTermsPage = () => {
  usePageTitle("Accept terms");
  const { api, session: keeper, flash, signOut } = useServices();
  const navigate = useNavigate();
  const session = useSession();
  const status = useQuery({ queryKey: ["account-status"], queryFn: ({ signal }) => api.accountStatus(signal) });
  const known = status.data?.Shop;
  // The charge may have been approved since these facts were cached.
  const gate = status.isFetchedAfterMount ? status.data?.LoginAction.Action : undefined;
  useEffect(() => {
    // Another browser may have accepted the documents since.
    if (known) keeper.updateAccount(known);
  }, [known, keeper]);
  useEffect(() => {
    // Tier and charge come before the terms, for example after a declined charge.
    if (gate === LoginAction.SelectTier) void navigate(paths.selectTier, { replace: true });
    if (gate !== LoginAction.ActivateCharge) return;
    signOut({ keepDrafts: true });
    flash.show({ severity: "error", message: signedOut[402].message });
    void navigate(paths.login, { replace: true });
  }, [gate, navigate, signOut, flash]);
  if (session === null) return null;
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 } }}>
      <Stack spacing={2.5}>
        <Stack spacing={0.5}>
          <Typography variant="h1">Sheaf</Typography>
          <Typography color="textSecondary">Customize, export, and automate your orders effortlessly!</Typography>
        </Stack>
        {status.isError && !isSkipped(status.error) && <Alert severity="error">{getErrorMessage(status.error)}</Alert>}
        <Typography>Please review these three documents before you start. Each opens in a new tab.</Typography>
        <DocumentList />
        <Typography>
          By accepting, you confirm that you are the owner of <strong>{session.account.name}</strong>, or its legal
          representative with the authority to sign legal documents for the shop.
        </Typography>
        <TermsForm account={session.account} />
      </Stack>
    </Paper>
  );
};

export default AcceptTermsPage;
