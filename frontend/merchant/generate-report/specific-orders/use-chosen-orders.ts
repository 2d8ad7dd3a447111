import { useCallback, useState } from "react";
import { useSession } from "../../services.tsx";
import { keepSelection, readSelection } from "./kept-selection.ts";

const none: ReadonlySet<string> = new Set();

/**
 * The orders chosen one by one, as state that outlives a reload of the tab. The page state has no place for them (S-1.3),
 * so they are kept beside it, in the tab and for the shop alone.
 */
export const useChosenOrders = () => {
  const accountId = useSession()?.account.id;
  const [chosen, setChosen] = useState(() =>
    accountId === undefined ? none : readSelection(window.sessionStorage, accountId),
  );
  const choose = useCallback(
    (next: ReadonlySet<string>) => {
      setChosen(next);
      if (accountId !== undefined) keepSelection(window.sessionStorage, accountId, next);
    },
    [accountId],
  );
  return [chosen, choose] as const;
};
