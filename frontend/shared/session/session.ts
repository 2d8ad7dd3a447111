import type { Account } from "#domain/wire/account/account.ts";
import type { SupportLook } from "#domain/wire/support/impersonation.ts";

/** Names in the browser's local storage (S-1.9). */
export const storageKeys = {
  token: "AUTH_TOKEN_KEY",
  account: "ACCOUNT_DATA_KEY",
  loginHistory: "LOGIN_HISTORY_KEY",
  /** Of the tab alone: somebody of support who looks into the shop. */
  support: "SUPPORT_LOOK_KEY",
} as const;

/** `support`: of a look of support. */
export type SessionState = { token: string; account: Account; support?: BegunLook } | null;

/** A look of support as it began. `Console`: address of the shop's page at the support console; null where it was not asked from there. */
type BegunLook = SupportLook & { Console: string | null };

export type Session = {
  /** Null when nobody is logged in. The same object until something changes, as React wants it. */
  current: () => SessionState;
  /** With `support` it is a look of support, which is this tab's alone and leaves a log-in of this browser as it is. */
  start: (token: string, account: Account, support?: BegunLook) => void;
  refreshToken: (token: string) => void;
  updateAccount: (account: Account) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
  /** Whether the storage still has somebody logged in, which another tab may have ended. */
  isKept: () => boolean;
  /** Another tab changed the storage: read it again. */
  reload: () => void;
};

const parseAccount = (text: string | null): Account | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isAccount = typeof value === "object" && value !== null && "name" in value && "iana_timezone" in value;
    return isAccount ? (value as Account) : null;
  } catch {
    // Damaged by hand or by another program: as good as logged out.
    return null;
  }
};

const parseLook = (text: string | null): BegunLook | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("EndsAt" in value)) return null;
    // One that began before a release has no way back.
    return { Console: null, ...(value as SupportLook) };
  } catch {
    return null;
  }
};

type SessionStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const loginIn = (storage: SessionStorage): SessionState => {
  const token = storage.getItem(storageKeys.token);
  const account = parseAccount(storage.getItem(storageKeys.account));
  return token !== null && account !== null ? { token, account } : null;
};

/** For who has no tabs. */
const nowhere: SessionStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Who is logged in, kept in `storage` so that it outlives the page and is shared by tabs; a look of support is in `tab`. */
export const createSession = (storage: SessionStorage, tab: SessionStorage = nowhere): Session => {
  const listeners = new Set<() => void>();
  const read = (): SessionState => {
    const support = parseLook(tab.getItem(storageKeys.support));
    const look = support === null ? null : loginIn(tab);
    return look !== null && support !== null ? { ...look, support } : loginIn(storage);
  };
  const place = (): SessionStorage => (state?.support ? tab : storage);
  let state = read();
  const reload = () => {
    state = read();
    for (const listener of [...listeners]) listener();
  };
  return {
    current: () => state,
    start: (token, account, support) => {
      if (support) tab.setItem(storageKeys.support, JSON.stringify(support));
      else tab.removeItem(storageKeys.support);
      const chosen = support ? tab : storage;
      chosen.setItem(storageKeys.token, token);
      chosen.setItem(storageKeys.account, JSON.stringify(account));
      reload();
    },
    refreshToken: (token) => {
      if (state === null) return;
      place().setItem(storageKeys.token, token);
      reload();
    },
    updateAccount: (account) => {
      if (state === null) return;
      place().setItem(storageKeys.account, JSON.stringify(account));
      reload();
    },
    clear: () => {
      const chosen = place();
      chosen.removeItem(storageKeys.token);
      chosen.removeItem(storageKeys.account);
      tab.removeItem(storageKeys.support);
      reload();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isKept: () => read() !== null,
    reload,
  };
};
