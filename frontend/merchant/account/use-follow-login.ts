import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { takeAfterLogin } from "../../shared/navigation/after-login.ts";
import { useServices } from "../services.tsx";
import { type LoginAnswer, nextStepOf } from "./login-action.ts";

/** Keeps the account of a login response and goes on to the step it names. */
export const useFollowLogin = () => {
  const { session, leaveFor } = useServices();
  const navigate = useNavigate();
  return useCallback(
    async (response: LoginAnswer) => {
      session.start(response.Token, response.Shop);
      const next = nextStepOf(response, () => takeAfterLogin(window.sessionStorage, response.Shop.id));
      if (next.kind === "outside") leaveFor(next.url);
      else await navigate(next.path, { replace: true });
    },
    [session, leaveFor, navigate],
  );
};
