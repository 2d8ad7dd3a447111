import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { useServices } from "../services.tsx";
import { parseInstallRequest } from "./install-request.ts";
import { Authenticating } from "./login/authenticating.tsx";
import { BackFromStore } from "./login/back-from-store.tsx";
import { emptyResponseErrors } from "./login/login-action.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import { useOnce } from "./use-once.ts";
import { useStoreVisit } from "./use-store-visit.ts";

/** The store platform opens this page, which sends the signed request to the server and goes to the consent page. */
const InstallPage = () => {
  const { api } = useServices();
  const { isBack, goOn, visit } = useStoreVisit();
  const [params] = useSearchParams();
  const [error, setError] = useState<unknown>(null);
  const request = parseInstallRequest(params);
  const install = async () => {
    if (request === null) return;
    goOn();
    try {
      const url = await api.install(request);
      if (!url) throw emptyResponseErrors.installUrl();
      await visit(url);
    } catch (problem) {
      setError(problem);
    }
  };
  useOnce(() => (isBack ? undefined : install()));
  if (request === null) return <Navigate to={paths.home} replace />;
  if (isBack)
    return (
      <BackFromStore
        title="Continue in your store"
        note="Your store asks you to confirm that Sheaf may read your orders."
        onContinue={() => void install()}
      />
    );
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
