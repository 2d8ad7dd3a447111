import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { designsKey } from "./keys.ts";

/** In their order. */
export const useDesignList = () => {
  const { api } = useServices();
  return useQuery({ queryKey: designsKey, queryFn: async ({ signal }) => (await api.designList(signal)).data });
};
