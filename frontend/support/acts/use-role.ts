import { useGetIdentity } from "react-admin";
import type { Role } from "#domain/console/roles.ts";

/** The role of whoever is signed in; undefined until that is known. */
export const useRole = (): Role | undefined => useGetIdentity().data?.role as Role | undefined;
