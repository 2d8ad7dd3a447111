import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { isRuleRefusal, isSkipped } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { notifyDeleted } from "../history/deleted-toast.tsx";
import { useServices } from "../services.tsx";
import { restrictionsKey, useRestrictions } from "../use-restrictions.ts";
import type { Listed, ListKind } from "./list-kind.ts";

/** A row that can't be deleted. `automation`: title of an automated report that uses it. */
export type InUse = { id: string; title: string; automation: string };

type RowActionsOptions<Row> = {
  /** Called when the new row is at the end of the list. */
  onAdded: (row: Row, by: "created" | "cloned") => void;
  onDeleted: (row: Row) => void;
  /** Returns true if the refusal is handled. */
  onCreateRefused?: (error: unknown) => boolean;
};

/** A list's quota. `max` is undefined if it couldn't be read: then only the server decides. */
export const useQuota = ({
  quota,
}: Pick<ListKind<never>, "quota">): { max: number | undefined; isPending: boolean } => {
  const limits = useRestrictions();
  return { max: limits.data?.[quota], isPending: limits.isPending };
};

/** Create, clone and delete for one list (S-1.2.13, S-2.2.4, S-1.5, S-1.8 and S-2.8). */
export const useRowActions = <Row extends Listed>(
  kind: ListKind<Row>,
  { onAdded, onDeleted, onCreateRefused = () => false }: RowActionsOptions<Row>,
) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const [inUse, setInUse] = useState<InUse | null>(null);
  const { words } = kind;

  const readAgain = () => {
    void client.invalidateQueries({ queryKey: kind.key });
    void client.invalidateQueries({ queryKey: restrictionsKey });
  };
  const change = (of: (rows: readonly Row[]) => Row[]) => kind.change(client, of);

  const failed = (sentence: string, row?: Row) => (error: unknown) => {
    if (isSkipped(error)) return;
    if (row !== undefined && isGone(error)) {
      notify(`“${row.title}” was deleted in another window.`, { type: "info" });
      change((rows) => rows.filter(({ id }) => id !== row.id));
    } else {
      // A business rule's message gives the reason. For other errors the sentence suffices.
      notify(isRuleRefusal(error) ? error.message : sentence, { type: "error" });
    }
    readAgain();
  };

  const added = (row: Row, by: "created" | "cloned") => {
    change((rows) => [...rows.filter(({ id }) => id !== row.id), row]);
    readAgain();
    onAdded(row, by);
  };

  const create = useMutation({
    mutationFn: (starter: string | undefined) => kind.create(api, starter),
    onSuccess: (row) => {
      added(row, "created");
      void navigate(kind.toPath(row.id));
    },
    onError: (error) => {
      if (!onCreateRefused(error)) failed(words.cannotCreate)(error);
    },
  });
  const clone = useMutation({
    mutationFn: (row: Row) => kind.clone(api, row),
    onSuccess: (row) => added(row, "cloned"),
    onError: (error, row) => failed(words.cannotClone, row)(error),
  });
  const remove = useMutation({
    mutationFn: (row: Row) => kind.remove(api, row.id),
    onSuccess: (answer, row) => {
      if (answer !== "ok") return setInUse({ id: row.id, title: row.title, automation: answer });
      change((rows) => rows.filter(({ id }) => id !== row.id));
      readAgain();
      kind.history.notifyDeleted(row.id);
      notifyDeleted(notify, { kind: kind.history, sentence: words.deleted, deleted: row });
      onDeleted(row);
    },
    onError: (error, row) => failed(words.cannotDelete, row)(error),
  });

  return { create, clone, remove, inUse, forgetUse: () => setInUse(null) };
};
