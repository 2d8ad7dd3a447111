import { useState } from "react";
import { useServices } from "../services.tsx";
import { emptyAnswer } from "./login-action.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import { useFollowLogin } from "./use-follow-login.ts";
import { useOnce } from "./use-once.ts";

/** Asks nothing: the tier follows the store's plan. */
const SelectTierPage = () => {
  const { api } = useServices();
  const followLogin = useFollowLogin();
  const [error, setError] = useState<unknown>(null);
  useOnce(async () => {
    try {
      const response = await api.selectTier();
      if (!response) throw emptyAnswer.charge();
      await followLogin(response);
    } catch (problem) {
      setError(problem);
    }
  });
  return <ProgressScreen title="Shop is authorizing" note="Finding the plan that fits your store." error={error} />;
};

export default SelectTierPage;
