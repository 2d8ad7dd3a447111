import { useNotify } from "ra-core";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { getErrorMessage } from "../../../shared/api/api-error.ts";
import { useSession } from "../../services.tsx";

/** Keeps the screen on while it shows a report, if the browser can. */
const keepAwake = (): (() => void) => {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async () => {
    if (!("wakeLock" in navigator) || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (isOver) await lock.release();
    } catch (error) {
      console.info("Your screen may go to sleep.", String(error));
    }
  };
  // Browsers release the lock while the tab is hidden.
  const seen = () => void ask();
  document.addEventListener("visibilitychange", seen);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release();
  };
};

/**
 * Shows a part of the page in full screen; Escape or `leave` ends it. `show`: null if the browser can't, and for
 * support, whose banner must stay visible. The focus goes to the exit, and back at the end.
 */
export const useWallDisplay = (part: RefObject<HTMLElement | null>) => {
  const notify = useNotify();
  const isSupport = useSession()?.support !== undefined;
  const [isShown, setShown] = useState(false);
  const wayOut = useRef<HTMLButtonElement>(null);
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const changed = () => setShown(document.fullscreenElement !== null && document.fullscreenElement === part.current);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, [part]);
  useEffect(() => (isShown ? keepAwake() : undefined), [isShown]);
  useEffect(() => {
    if (isShown) wayOut.current?.focus();
    else before.current?.focus();
  }, [isShown]);
  const show = useCallback(async () => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    try {
      await part.current?.requestFullscreen({ navigationUI: "hide" });
    } catch (error) {
      notify(`Your browser didn't allow full screen. ${getErrorMessage(error)}`, { type: "error" });
    }
  }, [part, notify]);
  const leave = useCallback(() => void document.exitFullscreen(), []);
  return { isShown, wayOut, leave, show: document.fullscreenEnabled && !isSupport ? show : null };
};
