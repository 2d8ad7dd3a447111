import { useState } from "react";
import { useServices } from "../services.tsx";
import { emptyAnswer } from "./login-action.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import { useFollowLogin } from "./use-follow-login.ts";
import { useOnce } from "./use-once.ts";

/** The platform sends the owner here after they approved or declined the charge. */
const AcceptChargePage = () => {
  const { api } = useServices();
  const followLogin = useFollowLogin();
  const [error, setError] = useState<unknown>(null);
  useOnce(async () => {
    try {
      const response = await api.approveClientCharge();
      if (!response) throw emptyAnswer.charge();
      await followLogin(response);
    } catch (problem) {
      setError(problem);
    }
  });
  return <ProgressScreen title="Confirming the charge" note="Asking your store for its approval." error={error} />;
};

export default AcceptChargePage;
