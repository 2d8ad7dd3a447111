import { useState } from "react";
import type { ImpersonationStarted } from "../api.ts";
import { useFollowLogin } from "./login/use-follow-login.ts";
import { ProgressScreen } from "./progress-screen.tsx";
import { useOnce } from "./use-once.ts";

/** Starts an impersonation session, once, or shows why it can't (S-1.2.8). */
export const Impersonating = ({ begin }: { begin: () => Promise<ImpersonationStarted> }) => {
  const followLogin = useFollowLogin();
  const [error, setError] = useState<unknown>(null);
  useOnce(async () => {
    try {
      await followLogin(await begin());
    } catch (problem) {
      setError(problem);
    }
  });
  return <ProgressScreen title="Please wait..." note="Opening the shop as its merchant sees it." error={error} />;
};
