import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { EditSession, EditState, Version } from "../../shared/saving/edit-session.ts";
import { useWhenWell } from "../use-troubles.ts";

type UseSessionOptions<T extends object> = {
  /** As it was read last; a newer one is taken over while nothing here is unsaved. */
  read: Version<T>;
  readAgain: () => void;
  /** Calls back when another tab has saved it; answers how to stop. */
  listen: (heard: () => void) => () => void;
};

/** Keeps an edit session in touch with the page and the world: what is read anew, other tabs and windows, and the end of the page. */
export const useSession = <T extends object>(
  session: EditSession<T>,
  { read, readAgain, listen }: UseSessionOptions<T>,
): EditState<T> => {
  useEffect(() => session.adopt(read), [session, read]);

  useEffect(() => {
    // What an earlier visit could not save is tried again at once.
    if (session.isUnsaved()) session.retry();
    const flush = () => session.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [session]);

  useEffect(() => listen(readAgain), [listen, readAgain]);

  useEffect(() => {
    // Of two windows side by side none is ever hidden.
    window.addEventListener("focus", readAgain);
    return () => window.removeEventListener("focus", readAgain);
  }, [readAgain]);

  const saveAfterAll = useCallback(() => {
    if (session.state().failure !== null && session.isUnsaved()) session.retry();
  }, [session]);
  useWhenWell(saveAfterAll);

  return useSyncExternalStore(session.subscribe, session.state);
};
