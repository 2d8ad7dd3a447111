import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { describeRestored, type HistoryKind, type Restored } from "../resources/history-kind.ts";
import { useServices } from "../services.tsx";
import { restrictionsKey } from "../use-restrictions.ts";
import { NotRestoredList } from "./not-restored-note.tsx";

/** `Version`: the one to restore, if known; else the last before the deletion is requested. */
type Deleted = { id: string; title: string; Version?: number };

type RestoreDeletedOptions = {
  kind: HistoryKind;
  onRestored?: (restored: Restored, id: string) => void;
  /** True if the caller itself shows failures or losses. */
  showsFailure?: boolean;
  showsLosses?: boolean;
};

/** Restores a deleted object to its last state and shows a toast. */
export const useRestoreDeleted = ({
  kind,
  onRestored,
  showsFailure = false,
  showsLosses = false,
}: RestoreDeletedOptions) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: async ({ id, title, Version }: Deleted) => {
      const version = Version ?? (await api.deletedItem(kind.name, id))?.Version;
      if (version === undefined) throw new Error(`“${title}” was already restored in another window.`);
      return kind.restore(api, client, id, version);
    },
    onSuccess: (restored, { id }) => {
      notify(describeRestored(`The ${kind.itemName} “${restored.title}” is restored`, restored), { type: "success" });
      if (restored.notRestored.length > 0 && !showsLosses)
        notify(<NotRestoredList sentences={restored.notRestored} />, { type: "warning", autoHideDuration: null });
      onRestored?.(restored, id);
      void client.invalidateQueries({ queryKey: kind.key });
      void client.invalidateQueries({ queryKey: restrictionsKey });
    },
    onError: (error) => {
      if (!showsFailure && !isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
      void client.invalidateQueries({ queryKey: kind.key });
    },
  });
};
