import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { isSkipped } from "../shared/api/api-error.ts";
import { paths } from "../shared/navigation/paths.ts";
import type { Flash } from "../shared/session/flash.ts";
import { useServices } from "./services.tsx";

const useEndOnServer = () => {
  const { api } = useServices();
  return useCallback(async () => {
    try {
      await api.logout();
    } catch (error) {
      // A logout always works in this browser. The token then expires within 24 hours. Skipped errors are already
      // logged.
      if (!isSkipped(error)) console.warn("The server could not end the session.", error);
    }
  }, [api]);
};

/** Ends an impersonation session on the server and here, and shows that on the page that stays. */
export const useEndImpersonation = () => {
  const { leaveImpersonation } = useServices();
  const endOnServer = useEndOnServer();
  return useCallback(async () => {
    await endOnServer();
    leaveImpersonation("You ended it.", { keepDrafts: false });
  }, [endOnServer, leaveImpersonation]);
};

/**
 * Ends the session on the server and here, then shows the login page with a message. For an impersonation session:
 * like {@link useEndImpersonation}.
 */
export const useLogOut = () => {
  const { flash, session, signOut } = useServices();
  const navigate = useNavigate();
  const endOnServer = useEndOnServer();
  const endImpersonation = useEndImpersonation();
  return useCallback(
    async (message: Flash) => {
      if (session.current()?.support !== undefined) return endImpersonation();
      await endOnServer();
      signOut({ keepDrafts: false });
      flash.show(message);
      await navigate(paths.login);
    },
    [flash, session, signOut, endOnServer, endImpersonation, navigate],
  );
};
