import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { useServices } from "../services.tsx";
import { Authenticating } from "./authenticating.tsx";
import { installRequestOf } from "./install-request.ts";
import { emptyAnswer } from "./login-action.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import { useOnce } from "./use-once.ts";

/** Opened by the store platform: hands the signed request to the server and goes to the consent page. */
const InstallPage = () => {
  const { api, leaveFor } = useServices();
  const [params] = useSearchParams();
  const [error, setError] = useState<unknown>(null);
  const request = installRequestOf(params);
  useOnce(async () => {
    if (request === null) return;
    try {
      const url = await api.install(request);
      if (!url) throw emptyAnswer.installUrl();
      leaveFor(url);
    } catch (problem) {
      setError(problem);
    }
  });
  if (request === null) return <Navigate to={paths.home} replace />;
  return (
    <ProgressScreen
      title="Authenticating application"
      note="You will be taken to your store."
      error={error}
      busy={<Authenticating />}
    />
  );
};

export default InstallPage;
