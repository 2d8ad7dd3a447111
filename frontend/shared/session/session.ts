import type { Account } from "#domain/wire/account.ts";

/** Names in the browser's local storage (S-1.9). */
export const storageKeys = {
  token: "AUTH_TOKEN_KEY",
  account: "ACCOUNT_DATA_KEY",
  loginHistory: "LOGIN_HISTORY_KEY",
} as const;

export type SessionState = { token: string; account: Account } | null;

export type Session = {
  /** Null when nobody is logged in. The same object until something changes, as React wants it. */
  current: () => SessionState;
  start: (token: string, account: Account) => void;
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

/** Who is logged in, kept in `storage` so that it outlives the page and is shared by tabs. */
export const createSession = (storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): Session => {
  const listeners = new Set<() => void>();
  const read = (): SessionState => {
    const token = storage.getItem(storageKeys.token);
    const account = parseAccount(storage.getItem(storageKeys.account));
    return token !== null && account !== null ? { token, account } : null;
  };
  let state = read();
  const reload = () => {
    state = read();
    for (const listener of [...listeners]) listener();
  };
  return {
    current: () => state,
    start: (token, account) => {
      storage.setItem(storageKeys.token, token);
      storage.setItem(storageKeys.account, JSON.stringify(account));
      reload();
    },
    refreshToken: (token) => {
      if (state === null) return;
      storage.setItem(storageKeys.token, token);
      reload();
    },
    updateAccount: (account) => {
      if (state === null) return;
      storage.setItem(storageKeys.account, JSON.stringify(account));
      reload();
    },
    clear: () => {
      storage.removeItem(storageKeys.token);
      storage.removeItem(storageKeys.account);
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
