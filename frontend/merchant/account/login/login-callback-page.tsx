import Button from "@mui/material/Button";
import { useState } from "react";
import { Link as RouterLink, useSearchParams } from "react-router-dom";
import { paths } from "../../../shared/navigation/paths.ts";
import { rememberLogin } from "../../../shared/session/login-history.ts";
import { parseTypedShopName } from "../../../shared/session/shop-name.ts";
import { useServices, useSession } from "../../services.tsx";
import { otherParameters } from "../install-request.ts";
import { ProgressScreen } from "../progress-screen.tsx";
import { useOnce } from "../use-once.ts";
import { Authenticating } from "./authenticating.tsx";
import { emptyResponseErrors } from "./login-action.ts";
import { useFollowLogin } from "./use-follow-login.ts";

const named = ["code", "hmac", "host", "shop", "state", "timestamp"];

/** The store platform redirects here after consent, with a one-time code. */
const LoginCallbackPage = () => {
  const { api } = useServices();
  const session = useSession();
  const followLogin = useFollowLogin();
  const [params] = useSearchParams();
  const [error, setError] = useState<unknown>(null);
  useOnce(async () => {
    const getParam = (name: string) => params.get(name) ?? "";
    try {
      const response = await api.loginCallback({
        Code: getParam("code"),
        Hmac: getParam("hmac"),
        Host: params.get("host"),
        Shop: getParam("shop"),
        State: getParam("state"),
        Timestamp: getParam("timestamp"),
        Query: otherParameters(params, named),
      });
      if (!response) throw emptyResponseErrors.callback();
      rememberLogin(window.localStorage, parseTypedShopName(getParam("shop")));
      await followLogin(response);
    } catch (problem) {
      setError(problem);
    }
  });
  return (
    <ProgressScreen
      title="Logging in"
      note="Your store has confirmed. One moment…"
      error={error}
      // The code works once: this may be a second tab, or a reload after the login.
      ways={
        session && (
          <Button component={RouterLink} to={paths.home} variant="contained">
            Continue as {session.account.name}
          </Button>
        )
      }
      busy={<Authenticating />}
    />
  );
};

export default LoginCallbackPage;
