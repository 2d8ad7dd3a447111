import { useCallback, useState } from "react";
import { useSession } from "../../services.tsx";
import { useWhichPage } from "../which-page.ts";
import { readSelection, storeSelection } from "./stored-selection.ts";

const none: ReadonlySet<string> = new Set();

/**
 * Individually chosen orders survive a reload. The page state has no field for them (S-1.3), so they are kept in the
 * tab, per shop and page.
 */
export const useChosenOrders = () => {
  const account = useSession()?.account.id;
  const { of } = useWhichPage();
  const owner = account && (of.location === "live" ? `${account}:live:${of.reportId}` : account);
  const [chosen, setChosen] = useState(() =>
    owner === undefined ? none : readSelection(window.sessionStorage, owner),
  );
  const choose = useCallback(
    (next: ReadonlySet<string>) => {
      setChosen(next);
      if (owner !== undefined) storeSelection(window.sessionStorage, owner, next);
    },
    [owner],
  );
  return [chosen, choose] as const;
};
