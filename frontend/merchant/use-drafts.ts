import { useMemo, useSyncExternalStore } from "react";
import type { DraftPlace, ShopDrafts } from "../shared/drafts/drafts.ts";
import { useServices, useSession } from "./services.tsx";

/** What the shop that is logged in has typed and not saved yet. The same until another one logs in. */
export const useDrafts = (): ShopDrafts => {
  const { drafts } = useServices();
  const shop = useSession()?.account.id ?? "";
  return useMemo(() => drafts.of(shop), [drafts, shop]);
};

/** Where that is kept; follows every change. */
export const useDraftPlace = (): DraftPlace => {
  const { drafts } = useServices();
  const mine = useDrafts();
  return useSyncExternalStore(drafts.subscribe, mine.place);
};
