import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { isRuleRefusal } from "../../shared/api/api-error.ts";
import { useServices } from "../services.tsx";
import { emptyResponseErrors } from "./login/login-action.ts";
import { useFollowLogin } from "./login/use-follow-login.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import { useOnce } from "./use-once.ts";

/** The platform redirects here after the owner approved or declined the charge. */
const AcceptChargePage = () => {
  const { api } = useServices();
  const followLogin = useFollowLogin();
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setError(null);
    try {
      const response = await api.approveClientCharge();
      if (!response) throw emptyResponseErrors.charge();
      await followLogin(response);
    } catch (problem) {
      setError(problem);
    }
  };
  useOnce(confirm);
  // The charge was declined or is still being processed.
  const notApproved = isRuleRefusal(error);
  return (
    <ProgressScreen
      title={notApproved ? "The charge is not approved" : "Confirming the charge"}
      note="Asking your store whether you approved it."
      error={error}
      ways={
        <>
          {notApproved && (
            <Typography color="textSecondary">
              If you just approved it, your store may need a moment. Check again. If you declined it by mistake, log in
              again, and your store will ask you once more. Sheaf can't work without an approved charge. If you don't
              want it, uninstall Sheaf in your store.
            </Typography>
          )}
          <Button variant="contained" onClick={() => void confirm()}>
            Check again
          </Button>
        </>
      }
    />
  );
};

export default AcceptChargePage;
