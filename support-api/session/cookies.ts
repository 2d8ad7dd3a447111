import { cookieOf } from "#application/http/cookie.ts";

/** A cookie of the console: what its script may not read, and what no other site's page sends along. */
export type ConsoleCookie = {
  read(header: string | undefined): string | undefined;
  /** The header that sets it; `seconds` 0 takes it away. */
  set(value: string, seconds: number): string;
};

type Options = { name: string; path: string; sameSite: "Strict" | "Lax" };

const secretForm = /^[\w-]{32,64}$/;

const createCookie = (supportUrl: string, { name, path, sameSite }: Options): ConsoleCookie => {
  const secure = supportUrl.startsWith("https:") ? "; Secure" : "";
  return {
    read: (header) => {
      const value = cookieOf(header, name);
      return value !== undefined && secretForm.test(value) ? value : undefined;
    },
    set: (value, seconds) =>
      `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`,
  };
};

/** The session of a person. Over https its name keeps hosts beside ours from setting it. */
export const sessionCookie = (supportUrl: string): ConsoleCookie =>
  createCookie(supportUrl, {
    name: supportUrl.startsWith("https:") ? "__Host-sheaf-support" : "sheaf-support",
    path: "/",
    sameSite: "Strict",
  });

/** The browser that begins a sign-in, which alone may end it. It comes back from the provider's site. */
export const browserCookie = (supportUrl: string): ConsoleCookie =>
  createCookie(supportUrl, { name: "sheaf-support-sign-in", path: "/support/auth", sameSite: "Lax" });
