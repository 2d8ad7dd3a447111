import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useServices } from "../../services.tsx";

/** Pause before a search, ms. */
const pauseMs = 300;

/** Searches once typing pauses. `isOn`: the table shows the results. */
export const useOrderSearch = () => {
  const { api } = useServices();
  const [text, setText] = useState("");
  const [searchText, setSearchText] = useState("");
  useEffect(() => {
    const pause = setTimeout(() => setSearchText(text.trim()), text.trim() === "" ? 0 : pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  const isOn = searchText !== "";
  const found = useQuery({
    queryKey: ["found-orders", searchText],
    queryFn: ({ signal }) => api.searchOrders(searchText, signal),
    enabled: isOn,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return { text, setText, wanted: searchText, isOn, found };
};
