import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { About } from "#domain/wire/about.ts";
import { isRule, isSkipped } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { notifyDeleted } from "../history/deleted-toast.tsx";
import { useServices } from "../services.tsx";
import { restrictionsKey, useRestrictions } from "../use-restrictions.ts";
import { type Kind, type List, listKey, type Row } from "./kinds.ts";

/** What keeps something from being deleted: its own title and that of the automated report that uses it. */
export type InUse = { title: string; automation: string };

type RowActionsOptions = {
  /** A new row stands at the end of the list; `by`: how it came there. */
  onAdded: (row: Row, by: "created" | "cloned") => void;
  onDeleted: (row: Row) => void;
};

/** The most there may be of a kind. `max` is undefined when that could not be read: then the server alone decides. */
export const useQuota = ({ quota }: Kind): { max: number | undefined; isPending: boolean } => {
  const limits = useRestrictions();
  return { max: limits.data?.[quota], isPending: limits.isPending };
};

const madeNow = (about: About): About => ({
  ...about,
  changed_at: new Date().toISOString(),
  ...(about.last_used_at !== undefined && { last_used_at: null }),
});

/** Create, clone and delete of one list (S-1.2.13, S-1.5 and S-1.8). */
export const useRowActions = (kind: Kind, { onAdded, onDeleted }: RowActionsOptions) => {
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
  const change = (of: (rows: readonly Row[]) => readonly Row[]) =>
    client.setQueryData<List>(listKey(kind), (list) => list && { ...list, rows: of(list.rows) });

  /** `row`: what it was done to, if to one. */
  const failed = (sentence: string, row?: Row) => (error: unknown) => {
    if (isSkipped(error)) return;
    if (row !== undefined && isGone(error)) {
      notify(`“${row.title}” is not there any more: it was deleted in another window.`, { type: "info" });
      change((rows) => rows.filter(({ id }) => id !== row.id));
    } else {
      // A rule of the shop says itself why; of everything else it is enough to know what did not work.
      notify(isRule(error) ? error.message : sentence, { type: "error" });
    }
    readAgain();
  };

  const added = (row: Row, by: "created" | "cloned") => {
    change((rows) => (rows.some(({ id }) => id === row.id) ? rows : [...rows, row]));
    readAgain();
    onAdded(row, by);
  };

  const create = useMutation({
    mutationFn: (starter: string | undefined) => kind.create(api, starter),
    onSuccess: (row) => {
      added(row, "created");
      void navigate(row.path);
    },
    onError: failed(words.cannotCreate),
  });
  const clone = useMutation({
    mutationFn: (row: Row) => kind.clone(api, row.id),
    // It holds what its model holds; the list, read again, says the same.
    onSuccess: (row, { about }) => added({ ...row, about: about && madeNow(about) }, "cloned"),
    onError: (error, row) => failed(words.cannotClone, row)(error),
  });
  const remove = useMutation({
    mutationFn: (row: Row) => kind.remove(api, row.id),
    onSuccess: (answer, row) => {
      if (answer !== "ok") return setInUse({ title: row.title, automation: answer });
      change((rows) => rows.filter(({ id }) => id !== row.id));
      readAgain();
      kind.history.tellDeleted(row.id);
      notifyDeleted(notify, { kind: kind.history, sentence: words.deleted, deleted: row });
      onDeleted(row);
    },
    onError: (error, row) => failed(words.cannotDelete, row)(error),
  });

  return { create, clone, remove, inUse, forgetUse: () => setInUse(null) };
};
