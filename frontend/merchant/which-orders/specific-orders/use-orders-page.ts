import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { selectionErrorDuration } from "../../../shared/ui/toast.tsx";
import { useFailureToast } from "../../../shared/ui/use-failure-toast.ts";
import { useServices } from "../../services.tsx";
import { useWhichPage } from "../which-page.ts";

/** `url`: null for the first page. */
type PageLocation = { url: string | null; number: number; conditions: string };

/**
 * Reads the modal's page of orders, with its neighbours. The first page loads on every opening, once the server has the
 * current choices (`saved`), and again when the filter's conditions change.
 */
export const useOrdersPage = (saved: boolean, conditions: string) => {
  const { api } = useServices();
  const { of } = useWhichPage();
  const [location, setLocation] = useState<PageLocation>({ url: null, number: 1, conditions });
  // A page address is valid only for the conditions it was made with.
  const currentPage: PageLocation =
    location.conditions === conditions ? location : { url: null, number: 1, conditions };
  const page = useQuery({
    queryKey: ["selected-orders", of, conditions, currentPage.url],
    queryFn: ({ signal }) =>
      currentPage.url === null ? api.selectedOrders(of, signal) : api.selectedOrdersByUrl(currentPage.url, signal),
    enabled: saved && conditions !== "loading",
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  useFailureToast(page, "Cannot load selected orders table at the moment", selectionErrorDuration);
  const moveTo = (url: string | null | undefined, step: 1 | -1) =>
    url ? () => setLocation({ url, number: Math.max(1, currentPage.number + step), conditions }) : null;
  return {
    page,
    number: currentPage.number,
    /** Null if there is no such page. */
    previous: moveTo(page.data?.PrevPage, -1),
    next: moveTo(page.data?.NextPage, 1),
  };
};
