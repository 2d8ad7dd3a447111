type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * Where the drafts of a shop are: `browser`, so that they outlive the page and the tab; `page`, when the browser has no room for one of
 * them, so that it ends with the page.
 */
export type DraftPlace = "nowhere" | "browser" | "page";

/** The drafts of one shop, from when they were asked for until that shop is logged out. Afterwards nothing is read or kept through it. */
export type ShopDrafts = {
  /** The draft of a name, as it was given; undefined when there is none. What comes from a storage may be anything. */
  read: (name: string) => unknown;
  keep: (name: string, draft: unknown) => void;
  forget: (name: string) => void;
  /** Names of what is kept. */
  names: () => readonly string[];
  place: () => DraftPlace;
  /** Whether the shop is still logged in, and was not logged out since. */
  areLive: () => boolean;
};

export type Drafts = {
  of: (shop: string) => ShopDrafts;
  /** Log-out: no draft of any shop stays in this browser, and none that an open page still holds comes back. */
  wipe: () => void;
  subscribe: (listener: () => void) => () => void;
};

type DraftsOptions = {
  storage: DraftStorage;
  /** Id of the shop that is logged in; null when nobody is. */
  loggedIn: () => string | null;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Tells the other tabs of this browser that everything was wiped. */
  tellWiped?: () => void;
};

const prefix = "DRAFT_KEY:";
const keyOf = (shop: string, name: string): string => `${prefix}${shop}:${name}`;

/** A draft that nobody came back to for so long is of no use, and may hold what is nobody's business any more. */
const keptForMs = 30 * 24 * 3_600_000;

type KeptDraft = { at: number; draft: unknown };

const parse = (text: string | null): KeptDraft | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isKept = typeof value === "object" && value !== null && "draft" in value && "at" in value;
    return isKept && typeof value.at === "number" ? { at: value.at, draft: value.draft } : null;
  } catch {
    // Damaged by hand or by another program: as good as none.
    return null;
  }
};

/** What was typed and is not at the server yet, by shop, in the browser's storage, or in the page where that has no room. */
export const createDrafts = ({ storage, loggedIn, now, tellWiped }: DraftsOptions) => {
  const listeners = new Set<() => void>();
  /** Drafts that the storage did not take. */
  const inPage = new Map<string, unknown>();
  /** Another one with each log-out: who held drafts before holds none any more. */
  let epoch = 0;
  let warned = false;

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const keys = (): string[] =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "").filter((key) => key.startsWith(prefix));
  const isOld = (key: string) => {
    const kept = parse(storage.getItem(key));
    return kept === null || kept.at < now() - keptForMs;
  };
  for (const key of keys()) if (isOld(key)) storage.removeItem(key);

  const endEpoch = () => {
    epoch += 1;
    inPage.clear();
    changed();
  };

  const of = (shop: string): ShopDrafts => {
    const mine = epoch;
    const start = keyOf(shop, "");
    const areLive = () => mine === epoch && loggedIn() === shop;
    const names = () =>
      areLive()
        ? [...new Set([...keys(), ...inPage.keys()])]
            .filter((key) => key.startsWith(start))
            .map((key) => key.slice(start.length))
        : [];
    return {
      read: (name) => {
        const key = keyOf(shop, name);
        if (!areLive()) return undefined;
        return inPage.has(key) ? inPage.get(key) : parse(storage.getItem(key))?.draft;
      },
      keep: (name, draft) => {
        if (!areLive()) return;
        const key = keyOf(shop, name);
        try {
          storage.setItem(key, JSON.stringify({ at: now(), draft } satisfies KeptDraft));
          inPage.delete(key);
        } catch (error) {
          // The screens say that the page must stay open; one line in the browser's log is enough.
          if (!warned) console.warn("This browser has no room to keep what is not saved yet.", error);
          warned = true;
          inPage.set(key, draft);
        }
        changed();
      },
      forget: (name) => {
        if (!areLive()) return;
        const key = keyOf(shop, name);
        if (!inPage.delete(key) && storage.getItem(key) === null) return;
        storage.removeItem(key);
        changed();
      },
      names,
      place: () => {
        if (!areLive()) return "nowhere";
        if ([...inPage.keys()].some((key) => key.startsWith(start))) return "page";
        return names().length > 0 ? "browser" : "nowhere";
      },
      areLive,
    };
  };

  return {
    of,
    wipe: () => {
      for (const key of keys()) storage.removeItem(key);
      endEpoch();
      tellWiped?.();
    },
    /** Another tab has wiped the storage; what this page holds ends, too. */
    wipedElsewhere: endEpoch,
    /** Another tab has kept or forgotten something. */
    changedElsewhere: changed,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } satisfies Drafts & { wipedElsewhere: () => void; changedElsewhere: () => void };
};
