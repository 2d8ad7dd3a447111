import { useNotify } from "ra-core";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { messageOf } from "../../../shared/api/api-error.ts";
import { useSession } from "../../services.tsx";

/** Keeps the screen on while it shows a report; a browser that cannot, or will not, lets it sleep as ever. */
const keepAwake = (): (() => void) => {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async () => {
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (isOver) await lock.release();
    } catch (error) {
      console.info("The screen may go to sleep.", String(error));
    }
  };
  // A lock ends while the tab is hidden.
  const seen = () => void ask();
  document.addEventListener("visibilitychange", seen);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release();
  };
};

/** A part of the page on all of the screen, for a display on a wall; Escape ends it. Null where the browser cannot, and for support: their banner must stay in sight. */
export const useWallDisplay = (part: RefObject<HTMLElement | null>) => {
  const notify = useNotify();
  const isSupport = useSession()?.support !== undefined;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const changed = () => setShown(document.fullscreenElement !== null && document.fullscreenElement === part.current);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, [part]);
  useEffect(() => (isShown ? keepAwake() : undefined), [isShown]);
  const show = useCallback(async () => {
    try {
      await part.current?.requestFullscreen({ navigationUI: "hide" });
    } catch (error) {
      notify(`Your browser did not allow the full screen. ${messageOf(error)}`, { type: "error" });
    }
  }, [part, notify]);
  return { isShown, show: document.fullscreenEnabled && !isSupport ? show : null };
};
