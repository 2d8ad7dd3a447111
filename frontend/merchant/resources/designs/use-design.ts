import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { designKey } from "./keys.ts";

/** A design with all columns and its ETag; refetched on window focus. */
export const useDesign = (id: string) => {
  const { api } = useServices();
  return useQuery({
    queryKey: designKey(id),
    queryFn: ({ signal }) => api.design(id, signal),
    refetchOnWindowFocus: "always",
  });
};
