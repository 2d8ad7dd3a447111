import { useQuery } from "@tanstack/react-query";
import type { AttributeCategory } from "#domain/enumerations.ts";
import { useServices } from "../../services.tsx";

const namesLastMs = 5 * 60_000;

/** Attribute names in the shop's last orders. They are optional: any name can be typed. */
export const useAttributeNames = (
  category: AttributeCategory | undefined,
): { known: readonly string[]; loading: boolean; hint: string } => {
  const { api } = useServices();
  const names = useQuery({
    queryKey: ["attribute-names"],
    queryFn: ({ signal }) => api.attributeNames(signal),
    staleTime: namesLastMs,
  });
  const known = names.data?.find(({ Category }) => Category === category)?.Names ?? [];
  if (names.isPending && names.isFetching)
    return { known, loading: true, hint: "Looking for names in your last orders" };
  if (names.isError)
    return { known, loading: false, hint: "The names couldn't be read. Type one as it is in your store." };
  return {
    known,
    loading: false,
    hint:
      known.length > 0
        ? "Choose a name from your last orders, or type another."
        : "Your last orders have none. Type its name as it is in your store.",
  };
};
