import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { columnsOnDemand } from "#domain/columns/on-demand.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { useServices } from "../../services.tsx";
import { createLacks, type Lacks } from "./missing-permissions.ts";

/** What columns lack, as far as is known. The shop's scopes are asked for only where one of the columns needs more than usual. */
export const useLacks = (columns: readonly { Column: string }[], preview: Preview | undefined): Lacks => {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["permissions"],
    queryFn: ({ signal }) => api.permissions(signal),
    enabled: columns.some(({ Column }) => columnsOnDemand[Column] !== undefined),
  });
  const granted = data?.Granted;
  const lacking = preview?.Lacking;
  return useMemo(() => createLacks(granted, lacking), [granted, lacking]);
};

/** Leaves for the platform's consent, and comes back to this very page. `settle`: saves what was edited here first,
 * and says whether it did. */
export const useAskPermissions = (settle: () => Promise<boolean>) => {
  const { api, leaveFor } = useServices();
  return useMutation({
    mutationFn: async (scopes: readonly string[]) => {
      if (!(await settle())) throw new Error("Your last changes are not saved yet. Try again when they are.");
      const { pathname, search, hash } = window.location;
      const url = await api.askPermissions(scopes, `${pathname}${search}${hash}`);
      if (url === null) throw new Error("The store platform's address is missing. Try again.");
      return url;
    },
    onSuccess: leaveFor,
  });
};
