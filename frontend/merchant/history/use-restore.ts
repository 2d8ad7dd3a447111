import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { describeRestored, type HistoryKind, historyKey, type Restored } from "../resources/history-kind.ts";
import { useServices } from "../services.tsx";

/** Nothing is restored over unsaved input that can't be saved. */
const unsaved = "Some of your changes couldn't be saved yet. Fix or undo them in the editor first, then try again.";

type RestoreOptions = {
  kind: HistoryKind;
  id: string;
  /** Saves pending changes of an open editor; true if everything is saved. */
  settle?: (() => Promise<boolean>) | undefined;
  onRestored: (restored: Restored) => void;
};

/** Restores versions of one filter or report design. */
export const useRestore = ({ kind, id, settle, onRestored }: RestoreOptions) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  /** @throws {Error} something cannot be saved; the message says what to do */
  const settled = async (): Promise<void> => {
    if (settle && !(await settle())) throw new Error(unsaved);
  };
  const run = useMutation({
    mutationFn: async (version: number) => {
      await settled();
      return kind.restore(api, client, id, version);
    },
    onSuccess: async (restored) => {
      void client.invalidateQueries({ queryKey: kind.key });
      // The new line must be there when the dialog closes.
      await client.invalidateQueries({ queryKey: historyKey(kind, id), exact: true });
      notify(describeRestored(`The ${kind.itemName} is restored`, restored), { type: "success" });
      onRestored(restored);
    },
  });
  return { settled, run };
};
