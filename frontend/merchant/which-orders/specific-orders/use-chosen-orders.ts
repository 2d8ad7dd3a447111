import { useCallback, useState } from "react";
import { useSession } from "../../services.tsx";
import { useWhichPage } from "../which-page.ts";
import { keepSelection, readSelection } from "./kept-selection.ts";

const none: ReadonlySet<string> = new Set();

/**
 * The orders chosen one by one, as state that outlives a reload of the tab. The page state has no place for them (S-1.3),
 * so they are kept beside it, in the tab, for the shop and the page alone.
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
      if (owner !== undefined) keepSelection(window.sessionStorage, owner, next);
    },
    [owner],
  );
  return [chosen, choose] as const;
};
