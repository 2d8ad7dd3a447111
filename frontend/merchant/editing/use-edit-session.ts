import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { EditSession, EditState, Version } from "../../shared/saving/edit-session.ts";
import { useOnRecovered } from "../use-troubles.ts";

type UseSessionOptions<T extends object> = {
  /** The version last read; a newer one replaces the draft unless something is unsaved. */
  read: Version<T>;
  readAgain: () => void;
  /** Calls `onChange` after saves of other tabs. Returns the function that stops. */
  listen: (onChange: () => void) => () => void;
};

/** Connects an edit session to reloads, other tabs and windows, and the page's end. */
export const useEditSession = <T extends object>(
  session: EditSession<T>,
  { read, readAgain, listen }: UseSessionOptions<T>,
): EditState<T> => {
  useEffect(() => session.adopt(read), [session, read]);

  useEffect(() => {
    // Retries an earlier visit's unsaved changes at once.
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
    // Windows side by side are never hidden, so focus counts too.
    window.addEventListener("focus", readAgain);
    return () => window.removeEventListener("focus", readAgain);
  }, [readAgain]);

  const saveAfterAll = useCallback(() => {
    if (session.state().failure !== null && session.isUnsaved()) session.retry();
  }, [session]);
  useOnRecovered(saveAfterAll);

  return useSyncExternalStore(session.subscribe, session.state);
};
