import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import {
  describeEnding,
  findJustEnded,
  findMissing,
  mergeJobs,
  runningIds,
  withCanceling,
  withNewJob,
  withRequested,
} from "./export-list.ts";
import { notifyGenerating } from "./generating-note.tsx";
import { exportsKey, exportsPollKey } from "./keys.ts";
import { createNotifyOnce } from "./notify-once.ts";

/** Polling interval, ms (S-1.9); also after a failed poll. */
const pollEvery = 1000;

/**
 * The shop's exports: the list, its polling while jobs run, cancel and 'Run again'. `watched`: the user sees the list,
 * so endings aren't news.
 */
export const useExports = ({ watched }: { watched: boolean }) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const [canceling, setCanceling] = useState<ReadonlySet<string>>(new Set());
  const requested = useRef<readonly ExportJob[]>([]);
  const list = useQuery({
    queryKey: exportsKey,
    queryFn: async ({ signal }) => {
      const known = await api.exportList(signal);
      requested.current = findMissing(known, requested.current);
      return withRequested(known, requested.current);
    },
  });
  const ids = runningIds(list.data ?? []);

  const trouble = useMemo(() => createNotifyOnce((sentence) => notify(sentence, { type: "error" })), [notify]);
  const readUpdates = async (signal: AbortSignal) => {
    try {
      const updates = await api.pollExportList(ids, signal);
      trouble.well();
      return updates;
    } catch (error) {
      if (!signal.aborted && !isSkipped(error)) trouble.wrong(getErrorMessage(error));
      throw error;
    }
  };
  useQuery({
    queryKey: exportsPollKey(ids),
    enabled: ids.length > 0,
    gcTime: 0,
    refetchInterval: pollEvery,
    queryFn: async ({ signal }) => {
      const updates = await readUpdates(signal);
      client.setQueryData<ExportJob[]>(exportsKey, (jobs) => jobs && mergeJobs(jobs, updates));
      // The server no longer knows a job, so the whole list is reloaded.
      if (updates.length < ids.length) await client.invalidateQueries({ queryKey: exportsKey });
      return updates;
    },
  });

  const setOptimistic = useCallback((id: string, on: boolean) => {
    setCanceling((exportJobs) => {
      const next = new Set(exportJobs);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

  const cancel = useCallback(
    async (id: string) => {
      setOptimistic(id, true);
      try {
        if (await api.cancelExport(id)) return notify("The report is canceling", { type: "success" });
        notify("Cannot cancel the report", { type: "error" });
      } catch (error) {
        if (!isSkipped(error)) notify("Cannot cancel the report", { type: "error" });
      }
      setOptimistic(id, false);
      await client.invalidateQueries({ queryKey: exportsKey });
    },
    [api, client, notify, setOptimistic],
  );

  const add = useCallback(
    async (job: ExportJob) => {
      requested.current = [...requested.current, job];
      client.setQueryData<ExportJob[]>(exportsKey, (jobs) => (jobs ? withNewJob(jobs, job) : jobs));
      await client.invalidateQueries({ queryKey: exportsKey });
    },
    [client],
  );

  const retry = useCallback(
    async (id: string) => {
      try {
        const job = await api.retryExport(id);
        notifyGenerating(notify, job);
        await add(job);
        return job;
      } catch (error) {
        if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
        return undefined;
      }
    },
    [api, add, notify],
  );

  const jobs = useMemo(() => (list.data ?? []).map((job) => withCanceling(job, canceling)), [list.data, canceling]);
  return { jobs, list, cancel, retry, add, ...useEnded(list.data, watched), running: ids.length };
};

/** Announces ended jobs to screen readers at once, and keeps them until the user has seen the list. */
const useEnded = (jobs: readonly ExportJob[] | undefined, watched: boolean) => {
  const before = useRef<readonly ExportJob[]>([]);
  const [announcement, setAnnouncement] = useState("");
  const [ended, setEnded] = useState<readonly ExportJob[]>([]);
  useEffect(() => {
    if (jobs === undefined) return;
    const now = findJustEnded(before.current, jobs);
    before.current = jobs;
    if (now.length > 0) setAnnouncement(now.map(describeEnding).join(". "));
    if (watched) setEnded([]);
    else if (now.length > 0) setEnded((known) => [...now, ...known]);
  }, [jobs, watched]);
  return { announcement, ended, forgetEnded: useCallback(() => setEnded([]), []) };
};
