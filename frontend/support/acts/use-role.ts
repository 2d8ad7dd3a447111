import { useGetIdentity } from "react-admin";
import type { Role } from "#domain/console/roles.ts";

/** Returns the signed-in person's role; undefined while unknown. */
export const useRole = (): Role | undefined => useGetIdentity().data?.role as Role | undefined;
