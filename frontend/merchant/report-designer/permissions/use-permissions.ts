import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { scopeByColumn } from "#domain/columns/optional-scopes.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { useServices } from "../../services.tsx";
import { createFindMissingScopes, type FindMissingScopes } from "./missing-permissions.ts";

/** Missing permissions of columns, as far as known. Requests the shop's scopes only if a column needs special ones. */
export const useMissingScopes = (
  columns: readonly { Column: string }[],
  preview: Preview | undefined,
): FindMissingScopes => {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["permissions"],
    queryFn: ({ signal }) => api.permissions(signal),
    enabled: columns.some(({ Column }) => scopeByColumn[Column] !== undefined),
  });
  const granted = data?.Granted;
  const lacking = preview?.Lacking;
  return useMemo(() => createFindMissingScopes(granted, lacking), [granted, lacking]);
};

/** Opens the platform's consent page and returns here. `settle` saves edits first and tells if that worked. */
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
