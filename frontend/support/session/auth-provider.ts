import { type AuthProvider, HttpError } from "react-admin";
import { readMe, signOut } from "../calls.ts";

const isSignedOut = (error: unknown): boolean => error instanceof HttpError && error.status === 401;

/** Checks for a session; the server keeps it. Signing in leaves the page (login-page.tsx). */
export const authProvider: AuthProvider = {
  login: () => Promise.resolve(),
  logout: async () => {
    // Being signed out already is fine.
    await signOut().catch((error: unknown) => {
      if (!isSignedOut(error)) throw error;
    });
    return "/login";
  },
  checkAuth: async () => {
    await readMe();
  },
  checkError: async (error: unknown) => {
    if (isSignedOut(error)) throw new Error("Your session has ended. Sign in again.");
  },
  getIdentity: async () => {
    const { name, role } = await readMe();
    return { id: name, fullName: name, role };
  },
  getPermissions: async () => (await readMe()).role,
};
