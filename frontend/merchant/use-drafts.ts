import { useMemo, useSyncExternalStore } from "react";
import type { DraftStorageKind, ShopDrafts } from "../shared/drafts/drafts.ts";
import { useServices, useSession } from "./services.tsx";

/** Unsaved input of the logged-in shop. The same object until another shop logs in. */
export const useDrafts = (): ShopDrafts => {
  const { drafts } = useServices();
  const shop = useSession()?.account.id ?? "";
  return useMemo(() => drafts.of(shop), [drafts, shop]);
};

/** The drafts' storage; follows every change. */
export const useDraftStorageKind = (): DraftStorageKind => {
  const { drafts } = useServices();
  const mine = useDrafts();
  return useSyncExternalStore(drafts.subscribe, mine.storageKind);
};
