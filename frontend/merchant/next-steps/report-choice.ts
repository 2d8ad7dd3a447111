import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";

/** The choice that an editor preselects on the Generate report page. */
export type ReportChoice = { design: string } | { filter: string };

/** Link to the Generate report page with a design or filter chosen there. */
export const linkToReports = (choose: ReportChoice) => ({ to: paths.reports, state: { choose } });

const readChoice = (state: unknown): { design?: string; filter?: string } => {
  const choose = typeof state === "object" && state !== null && "choose" in state ? state.choose : null;
  return typeof choose === "object" && choose !== null ? choose : {};
};

/** Passes on the previous page's choice once. A reload or 'back' doesn't choose it again. */
export const useReportChoice = (onChoose: (choice: { design?: string; filter?: string }) => void): void => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(onChoose);
  latest.current = onChoose;
  useEffect(() => {
    const choice = readChoice(state);
    if (choice.design === undefined && choice.filter === undefined) return;
    latest.current(choice);
    void navigate(paths.reports, { replace: true, state: null });
  }, [state, navigate]);
};
