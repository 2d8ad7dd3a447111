import { afterEach, expect, it } from "vitest";
import {
  aDelivery,
  aFile,
  clock,
  ftpTo,
  never,
  newDestinations,
  reportText,
} from "#tests/protocols/destinations-for-tests.ts";
import { type FtpServer, startFtp } from "#tests/protocols/ftp-server.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { StoreBusy } from "../ports/store-errors.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { previousFileName } from "./remote-folder.ts";

let server: FtpServer;
const start = async (): Promise<void> => {
  server = await startFtp({ neverOverwrites: true });
  server.files.set(name, Buffer.from("the one before"));
};
afterEach(() => server.close());

const name = "/Orders 2026-11-20 0001.csv";
const aside = `/${previousFileName("run-1")}`;
/** Calls back when the replaced file is first asked to be removed. */
const atRemoval = (happens: () => void) => {
  const { push } = server.commands;
  let isAsked = false;
  server.commands.push = (...lines) => {
    if (!isAsked && lines[0]?.startsWith("DELE")) {
      isAsked = true;
      happens();
    }
    return push.apply(server.commands, lines);
  };
};

it("a report is confirmed before the file it replaced is removed, so a stop in between sends nothing twice", async () => {
  await start();
  const { destinations, stateStore } = newDestinations();
  const stop = new AbortController();
  let noted: unknown;
  atRemoval(() => {
    noted = stateStore.get("delivery:run-1").then((entry) => entry?.value);
    server.fault = "hang";
    stop.abort(new Error("The worker ends."));
  });
  const receipt = await destinations.deliver(aDelivery(ftpTo(server.port)), stop.signal);
  expect(receipt.answer).toContain(`may still be there as ${previousFileName("run-1")}`);
  expect(await noted).toMatchObject({ stage: "confirmed" });
  expect([...server.files.keys()].sort()).toEqual([aside, name].sort());
  server.fault = "none";
  expect(await destinations.deliver(aDelivery(ftpTo(server.port)), never)).toMatchObject({ before: true });
  // The next report to the folder removes it.
  const next = aDelivery(ftpTo(server.port), { id: "run-2", file: aFile({ name: "Orders 2026-11-21 0001.csv" }) });
  await destinations.deliver(next, never);
  expect(server.files.has(aside)).toBe(false);
});

it("a report stays delivered if the state store fails after its receipt, and the log says so", async () => {
  await start();
  const store = createMemoryStateStore(clock);
  let isConfirmed = false;
  const unlessConfirmed = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    isConfirmed ? Promise.reject(new StoreBusy("The state store does not answer.")) : work();
  const stateStore: StateStore = {
    ...store,
    put: async (key, ...rest) => {
      const version = await unlessConfirmed(() => store.put(key, ...rest));
      isConfirmed ||= key === "delivery:run-1";
      return version;
    },
    delete: (...asked) => unlessConfirmed(() => store.delete(...asked)),
  };
  const lines: string[] = [];
  const log = { warn: (_: object, message: string) => void lines.push(message) };
  const { destinations } = newDestinations({ stateStore, log });
  const receipt = await destinations.deliver(aDelivery(ftpTo(server.port)), never);
  expect(receipt.answer).toContain(`may still be there as ${previousFileName("run-1")}`);
  expect(lines).toContain("A report was delivered, but some leftover files could not be removed.");
  expect(server.files.get(name)?.toString()).toBe(reportText);
});
