import type { Account } from "#domain/wire/account/account.ts";
import type { ImpersonationSession } from "#domain/wire/support/impersonation.ts";

/** Keys in the browser's local storage (S-1.9). */
export const storageKeys = {
  token: "AUTH_TOKEN_KEY",
  account: "ACCOUNT_DATA_KEY",
  loginHistory: "LOGIN_HISTORY_KEY",
  /** In the tab's storage only: a support person's impersonation session. */
  support: "SUPPORT_LOOK_KEY",
} as const;

/** `support` is set in an impersonation session. */
export type SessionState = { token: string; account: Account; support?: StartedImpersonation } | null;

/** `Console`: the shop's page in the support console; null if the session wasn't started there. */
type StartedImpersonation = ImpersonationSession & { Console: string | null };

export type Session = {
  /** Null if nobody is logged in. Returns the same object until something changes, as React requires. */
  current: () => SessionState;
  /** With `support` it starts an impersonation session in this tab only, and leaves the browser's login untouched. */
  start: (token: string, account: Account, support?: StartedImpersonation) => void;
  refreshToken: (token: string) => void;
  updateAccount: (account: Account) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
  /** True if the storage still has a session; another tab may have ended it. */
  isPersisted: () => boolean;
  /** Reads the storage again after another tab changed it. */
  reload: () => void;
};

const parseAccount = (text: string | null): Account | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isAccount = typeof value === "object" && value !== null && "name" in value && "iana_timezone" in value;
    return isAccount ? (value as Account) : null;
  } catch {
    // Damaged data counts as logged out.
    return null;
  }
};

const parseImpersonation = (text: string | null): StartedImpersonation | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("EndsAt" in value)) return null;
    // A session stored before `Console` existed has no way back.
    return { Console: null, ...(value as ImpersonationSession) };
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

const noStorage: SessionStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/**
 * The current login. It is in `storage`, so it outlives the page and tabs share it; an impersonation session is in
 * `tab`.
 */
export const createSession = (storage: SessionStorage, tab: SessionStorage = noStorage): Session => {
  const listeners = new Set<() => void>();
  const read = (): SessionState => {
    const support = parseImpersonation(tab.getItem(storageKeys.support));
    const tabLogin = support === null ? null : loginIn(tab);
    return tabLogin !== null && support !== null ? { ...tabLogin, support } : loginIn(storage);
  };
  const storageOfLogin = (): SessionStorage => (state?.support ? tab : storage);
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
      storageOfLogin().setItem(storageKeys.token, token);
      reload();
    },
    updateAccount: (account) => {
      if (state === null) return;
      storageOfLogin().setItem(storageKeys.account, JSON.stringify(account));
      reload();
    },
    clear: () => {
      const chosen = storageOfLogin();
      chosen.removeItem(storageKeys.token);
      chosen.removeItem(storageKeys.account);
      tab.removeItem(storageKeys.support);
      reload();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isPersisted: () => read() !== null,
    reload,
  };
};
