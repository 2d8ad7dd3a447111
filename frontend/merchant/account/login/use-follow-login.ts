import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { consumeAfterLogin } from "../../../shared/navigation/after-login.ts";
import { paths } from "../../../shared/navigation/paths.ts";
import { clearEndedImpersonation } from "../../../shared/session/ended-impersonation.ts";
import type { ImpersonationStarted } from "../../api.ts";
import { useServices } from "../../services.tsx";
import { useStoreVisit } from "../use-store-visit.ts";
import { getNextStep, type LoginAnswer } from "./login-action.ts";

/** Stores a login response's account and goes to the next step. `Support`: set for an impersonation session. */
export const useFollowLogin = () => {
  const { session } = useServices();
  const navigate = useNavigate();
  const { visit } = useStoreVisit();
  return useCallback(
    async (response: LoginAnswer & Partial<Pick<ImpersonationStarted, "Support" | "Console">>) => {
      const { Support, Console = null } = response;
      clearEndedImpersonation(window.sessionStorage);
      session.start(response.Token, response.Shop, Support && { ...Support, Console });
      const next = getNextStep(response, () => consumeAfterLogin(window.sessionStorage, response.Shop.id));
      // Back from the charge leads to the page that requests the charge again: the previous page's code works once.
      if (next.kind === "outside") await visit(next.url, paths.selectTier);
      else await navigate(next.path, { replace: true });
    },
    [session, visit, navigate],
  );
};
