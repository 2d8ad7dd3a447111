import Button from "@mui/material/Button";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { useServices } from "../services.tsx";
import { BackFromStore } from "./login/back-from-store.tsx";
import { emptyResponseErrors } from "./login/login-action.ts";
import { useFollowLogin } from "./login/use-follow-login.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import { useOnce } from "./use-once.ts";
import { useStoreVisit } from "./use-store-visit.ts";

/**
 * The tier follows the store's plan, so this page needs no input. After a return from the charge page it has a
 * button to continue.
 */
const SelectTierPage = () => {
  const { api } = useServices();
  const followLogin = useFollowLogin();
  const { isBack, goOn } = useStoreVisit();
  const [error, setError] = useState<unknown>(null);
  const authorize = async () => {
    goOn();
    setError(null);
    try {
      const response = await api.selectTier();
      if (!response) throw emptyResponseErrors.charge();
      await followLogin(response);
    } catch (problem) {
      setError(problem);
    }
  };
  useOnce(() => (isBack ? undefined : authorize()));
  if (isBack)
    return (
      <BackFromStore
        title="Approve the charge in your store"
        note="Sheaf can start once you have approved it."
        onContinue={() => void authorize()}
        ways={
          <Button component={RouterLink} to={paths.plan} color="inherit">
            See your plan
          </Button>
        }
      />
    );
  return <ProgressScreen title="Shop is authorizing" note="Finding the plan that fits your store." error={error} />;
};

export default SelectTierPage;
