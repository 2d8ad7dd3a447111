import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useEffect, useState } from "react";
import { isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";

/** Part 1 section 9: toasts about the selection of orders go sooner than others. */
const toastMs = 2500;

/** The page of orders that the modal lists, and the way to its neighbours. The first page is read anew on every opening. */
export const useOrdersPage = () => {
  const { api } = useServices();
  const notify = useNotify();
  const [place, setPlace] = useState<{ url: string | null; number: number }>({ url: null, number: 1 });
  const page = useQuery({
    queryKey: ["selected-orders", place.url],
    queryFn: ({ signal }) =>
      place.url === null ? api.selectedOrders(signal) : api.selectedOrdersByUrl(place.url, signal),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const { error, errorUpdatedAt } = page;
  useEffect(() => {
    if (error === null || isSkipped(error) || errorUpdatedAt === 0) return;
    notify("Cannot load selected orders table at the moment", { type: "error", autoHideDuration: toastMs });
  }, [error, errorUpdatedAt, notify]);
  const moveTo = (url: string | null | undefined, step: 1 | -1) =>
    url ? () => setPlace({ url, number: Math.max(1, place.number + step) }) : null;
  return {
    page,
    number: place.number,
    /** Null where there is no such page. */
    previous: moveTo(page.data?.PrevPage, -1),
    next: moveTo(page.data?.NextPage, 1),
  };
};
