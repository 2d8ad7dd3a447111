type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** `browser`: drafts outlive page and tab. `page`: the browser has no room for a draft, which ends with the page. */
export type DraftStorageKind = "nowhere" | "browser" | "page";

/** The drafts of one shop. After its logout, nothing is read or stored. */
export type ShopDrafts = {
  /** Returns stored data of any shape; undefined if none. */
  read: (name: string) => unknown;
  store: (name: string, draft: unknown) => void;
  forget: (name: string) => void;
  listNames: () => readonly string[];
  storageKind: () => DraftStorageKind;
  /** True if the shop is logged in and hasn't logged out since `of`. */
  isActive: () => boolean;
};

export type Drafts = {
  of: (shop: string) => ShopDrafts;
  /** Removes all shops' drafts at logout. Open pages can't bring theirs back. */
  clearAll: () => void;
  subscribe: (listener: () => void) => () => void;
};

type DraftsOptions = {
  storage: DraftStorage;
  /** The logged-in shop's id. */
  loggedIn: () => string | null;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Tells this browser's other tabs about the wipe. */
  onCleared?: () => void;
};

const prefix = "DRAFT_KEY:";
const keyOf = (shop: string, name: string): string => `${prefix}${shop}:${name}`;

/** Drafts are deleted after this time, ms: they may hold private data. */
const retentionMs = 30 * 24 * 3_600_000;

type StoredEntry = { at: number; draft: unknown };

const parse = (text: string | null): StoredEntry | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isKept = typeof value === "object" && value !== null && "draft" in value && "at" in value;
    return isKept && typeof value.at === "number" ? { at: value.at, draft: value.draft } : null;
  } catch {
    // Damaged data counts as absent.
    return null;
  }
};

/** Unsaved input by shop, in the browser's storage, or in the page if that is full. */
export const createDrafts = ({ storage, loggedIn, now, onCleared }: DraftsOptions) => {
  const listeners = new Set<() => void>();
  /** Drafts that didn't fit into the storage. */
  const inPage = new Map<string, unknown>();
  /** Changes with each logout, which invalidates earlier `ShopDrafts`. */
  let epoch = 0;
  let warned = false;

  const notifyChange = () => {
    for (const listener of [...listeners]) listener();
  };
  const keys = (): string[] =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "").filter((key) => key.startsWith(prefix));
  const isOld = (key: string) => {
    const kept = parse(storage.getItem(key));
    return kept === null || kept.at < now() - retentionMs;
  };
  for (const key of keys()) if (isOld(key)) storage.removeItem(key);

  const endEpoch = () => {
    epoch += 1;
    inPage.clear();
    notifyChange();
  };

  const of = (shop: string): ShopDrafts => {
    const mine = epoch;
    const start = keyOf(shop, "");
    const isActive = () => mine === epoch && loggedIn() === shop;
    const names = () =>
      isActive()
        ? [...new Set([...keys(), ...inPage.keys()])]
            .filter((key) => key.startsWith(start))
            .map((key) => key.slice(start.length))
        : [];
    return {
      read: (name) => {
        const key = keyOf(shop, name);
        if (!isActive()) return undefined;
        return inPage.has(key) ? inPage.get(key) : parse(storage.getItem(key))?.draft;
      },
      store: (name, draft) => {
        if (!isActive()) return;
        const key = keyOf(shop, name);
        try {
          storage.setItem(key, JSON.stringify({ at: now(), draft } satisfies StoredEntry));
          inPage.delete(key);
        } catch (error) {
          // One console line is enough, as the screens warn to keep the page open.
          if (!warned)
            console.warn("This browser's storage is full: changes that aren't saved yet can't be kept.", error);
          warned = true;
          inPage.set(key, draft);
        }
        notifyChange();
      },
      forget: (name) => {
        if (!isActive()) return;
        const key = keyOf(shop, name);
        if (!inPage.delete(key) && storage.getItem(key) === null) return;
        storage.removeItem(key);
        notifyChange();
      },
      listNames: names,
      storageKind: () => {
        if (!isActive()) return "nowhere";
        if ([...inPage.keys()].some((key) => key.startsWith(start))) return "page";
        return names().length > 0 ? "browser" : "nowhere";
      },
      isActive,
    };
  };

  return {
    of,
    clearAll: () => {
      for (const key of keys()) storage.removeItem(key);
      endEpoch();
      onCleared?.();
    },
    /** Call when another tab wiped the storage: this page's drafts end too. */
    wipedElsewhere: endEpoch,
    /** Call when another tab stored or removed a draft. */
    changedElsewhere: notifyChange,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } satisfies Drafts & { wipedElsewhere: () => void; changedElsewhere: () => void };
};
