import { useQuery } from "@tanstack/react-query";
import { useResourceContext } from "react-admin";
import type { ConsoleView } from "#domain/wire/support/console-signs.ts";
import { readViews } from "../calls.ts";

export const viewsKey = ["views"];

/** The views of the list that is shown; undefined until they are known. Without them a list works all the same. */
export const useViews = (): { views: ConsoleView[] | undefined; error: Error | null } => {
  const resource = useResourceContext();
  const { data, error } = useQuery({ queryKey: viewsKey, queryFn: readViews, retry: false, staleTime: 60_000 });
  return { views: error ? [] : data?.filter(({ list }) => list === resource), error };
};

/** The view with which the list opens; null where it has none, undefined until that is known. */
export const useOpeningView = (): ConsoleView | null | undefined => {
  const { views } = useViews();
  return views && (views.find(({ isDefault }) => isDefault) ?? null);
};
