import { notifyReady, notifySupervisor } from "#infra/config/notify-supervisor.ts";

/**
 * A process as the supervisor starts them: it listens and is ready at once, and is heard each 20 ms. BUSY_FOR: it then works that long, in ms,
 * without a pause. TROUBLED_FOR: it says that long that it cannot write. NOTE: a note for operators.
 */
const speak = (kind: string) => notifySupervisor({ kind });
speak("will-listen");
notifyReady();
setInterval(() => speak("alive"), 20);
process.on("disconnect", () => process.exit(0));
const busyFor = Number(process.env.BUSY_FOR ?? 0);
if (busyFor > 0) setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyFor), 100);
if (process.env.NOTE) notifySupervisor({ kind: "notes", notes: [process.env.NOTE] });
const troubledFor = Number(process.env.TROUBLED_FOR ?? 0);
if (troubledFor > 0) {
  notifySupervisor({ kind: "trouble", sentence: "The disk takes nothing." });
  setTimeout(() => speak("well"), troubledFor);
}
