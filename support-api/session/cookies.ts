import { readCookie } from "#application/http/cookie.ts";

/** A cookie that is hidden from scripts, and protected by SameSite. */
export type ConsoleCookie = {
  read(header: string | undefined): string | undefined;
  /** Returns the header; 0 `seconds` delete the cookie. */
  set(value: string, seconds: number): string;
};

type Options = { name: string; path: string; sameSite: "Strict" | "Lax" };

const secretForm = /^[\w-]{32,64}$/;

const createCookie = (supportUrl: string, { name, path, sameSite }: Options): ConsoleCookie => {
  const secure = supportUrl.startsWith("https:") ? "; Secure" : "";
  return {
    read: (header) => {
      const value = readCookie(header, name);
      return value !== undefined && secretForm.test(value) ? value : undefined;
    },
    set: (value, seconds) =>
      `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`,
  };
};

/** Cookie of the session. Over https, the name's prefix keeps sibling hosts from setting it. */
export const createSessionCookie = (supportUrl: string): ConsoleCookie =>
  createCookie(supportUrl, {
    name: supportUrl.startsWith("https:") ? "__Host-sheaf-support" : "sheaf-support",
    path: "/",
    sameSite: "Strict",
  });

/**
 * Cookie of a browser that signs in; only that browser may finish it. Lax, because it returns from the provider's site.
 */
export const browserCookie = (supportUrl: string): ConsoleCookie =>
  createCookie(supportUrl, { name: "sheaf-support-sign-in", path: "/support/auth", sameSite: "Lax" });
