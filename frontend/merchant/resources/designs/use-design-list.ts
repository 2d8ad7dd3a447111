import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { designsKey } from "./keys.ts";

/** Returns all report designs of the shop, in their order. */
export const useDesignList = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const { api } = useServices();
  return useQuery({
    queryKey: designsKey,
    queryFn: async ({ signal }) => (await api.designList(signal)).data,
    enabled,
  });
};
