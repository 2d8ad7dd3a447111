import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { isSkipped } from "../shared/api/api-error.ts";
import { paths } from "../shared/navigation/paths.ts";
import type { Flash } from "../shared/session/flash.ts";
import { useServices } from "./services.tsx";

/** Ends the session on the server and here, then shows the log-in page with a message. */
export const useLogOut = () => {
  const { api, flash, signOut } = useServices();
  const navigate = useNavigate();
  return useCallback(
    async (message: Flash) => {
      try {
        await api.logout();
      } catch (error) {
        // Who wants out gets out of this browser in any case; the token then ends by itself within 24 hours.
        // What is flagged as skipped is in the log already.
        if (!isSkipped(error)) console.warn("The server could not end the session.", error);
      }
      signOut({ keepDrafts: false });
      flash.show(message);
      await navigate(paths.login);
    },
    [api, flash, signOut, navigate],
  );
};
