import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { isSkipped } from "../../shared/api/api-error.ts";
import { notifyDeleted } from "../history/deleted-toast.tsx";
import type { HistoryKind } from "../resources/history-kind.ts";
import type { ItemTexts } from "../resources/texts.ts";

type ItemActionsOptions = {
  session: { flushAndWait: () => Promise<boolean>; close: () => void };
  words: ItemTexts;
  kind: HistoryKind;
  /** The edited object's cache key and present title. */
  ownKey: QueryKey;
  id: string;
  title: string;
  clone: () => Promise<{ id: string }>;
  /** 'ok', or the title of an automated report that uses the object. */
  remove: () => Promise<string>;
  toPath: (id: string) => string;
};

export const useItemActions = ({ session, words, kind, ownKey, id, title, toPath, ...calls }: ItemActionsOptions) => {
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  /** The automated report that prevents the deletion. */
  const [usedBy, setUsedBy] = useState<string | null>(null);
  const failed = (sentence: string) => (error: unknown) => {
    if (!isSkipped(error)) notify(sentence, { type: "error" });
  };

  const clone = useMutation({
    mutationFn: async () => {
      // Saves first, so the clone equals the screen.
      await session.flushAndWait();
      return calls.clone();
    },
    onSuccess: ({ id: cloneId }) => {
      void client.invalidateQueries({ queryKey: kind.key });
      notify(`The ${words.itemName} is cloned. This is the clone.`, { type: "success" });
      void navigate(toPath(cloneId));
    },
    onError: failed(words.cannotClone),
  });

  const remove = useMutation({
    mutationFn: calls.remove,
    onSuccess: (answer) => {
      if (answer !== "ok") return setUsedBy(answer);
      session.close();
      void client.invalidateQueries({ queryKey: kind.key });
      kind.notifyDeleted(id);
      notifyDeleted(notify, { kind, sentence: words.deleted, deleted: { id, title } });
      void Promise.resolve(navigate(kind.listPage.path)).then(() => client.removeQueries({ queryKey: ownKey }));
    },
    onError: failed(words.cannotDelete),
  });

  return { clone, remove, usedBy, forgetUse: () => setUsedBy(null) };
};
