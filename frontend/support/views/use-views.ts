import { useQuery } from "@tanstack/react-query";
import { useResourceContext } from "react-admin";
import type { ConsoleView } from "#domain/wire/support/console-alerts.ts";
import { readViews } from "../calls.ts";

export const viewsKey = ["views"];

/** Returns the views of the current list; undefined while unknown. The list works without them. */
export const useViews = (): { views: ConsoleView[] | undefined; error: Error | null } => {
  const resource = useResourceContext();
  const { data, error } = useQuery({ queryKey: viewsKey, queryFn: readViews, retry: false, staleTime: 60_000 });
  return { views: error ? [] : data?.filter(({ list }) => list === resource), error };
};

/** Returns the list's default view; null if it has none, undefined while unknown. */
export const useOpeningView = (): ConsoleView | null | undefined => {
  const { views } = useViews();
  return views && (views.find(({ isDefault }) => isDefault) ?? null);
};
