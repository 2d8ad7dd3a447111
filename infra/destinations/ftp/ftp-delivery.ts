import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { ftpTestMessages } from "#domain/destinations/test-messages.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type FinishedFile,
  type FtpDestination,
  type Receipt,
  type TestOutcome,
} from "../../ports/destination.ts";
import { type DeliveryTimeouts, withDeadline } from "../deadline.ts";
import { type DeliveryProgressStore, locationKey } from "../delivery-progress.ts";
import type { Receipts } from "../receipts.ts";
import { tryRemove } from "../remote-folder.ts";
import { describeLeftPreviousFile, notePreviousFile, removePreviousFile } from "../replace-file.ts";
import { runDestinationTest } from "../run-test.ts";
import { createSteps, type Steps } from "../steps.ts";
import { upload } from "../upload.ts";
import type { OpenFolder, OpenServer } from "./ftp.ts";

export type FtpDeliveryOptions = {
  open: OpenServer;
  progress: DeliveryProgressStore;
  receipts: Receipts;
  clock: Pick<Clock, "wall" | "steady">;
  timeouts: DeliveryTimeouts;
  log?: { warn(fields: object, message: string): void } | undefined;
};

/** Time for the clean-up after a confirmed delivery, ms. */
const cleaningMs = 20_000;

const toLocationKey = (tenant: string, { protocol, host, port, username, directory }: FtpDestination): string =>
  locationKey(tenant, protocol === "SFTP" ? "sftp" : "ftp", host.toLowerCase(), port ?? 0, username, directory);

const inFolder = ({ host, directory }: FtpDestination, name: string): string => {
  const folder = directory.trim().replace(/\/+$/, "");
  return `${host.trim()}, ${folder === "" && !directory.trim().startsWith("/") ? "" : `${folder}/`}${name}`;
};

/**
 * Refuses line breaks: neither protocol can express them, and in FTP the rest would be a command.
 * @throws {DeliveryFailed}
 */
const assertOneLine = ({ directory, username, password }: FtpDestination): void => {
  if ([directory, username, password].some((text) => /[\r\n\0]/.test(text)))
    throw new DeliveryFailed("lasting", "The folder, user name or password contains a line break. Remove it.");
};

export const createFtpDelivery = ({ open, progress, receipts, clock, timeouts, log }: FtpDeliveryOptions) => {
  const inside = <Result>(
    destination: FtpDestination,
    {
      tenant,
      steps,
      asked: callerSignal,
      ms = timeouts.wholeMs,
    }: { tenant: string; steps: Steps; asked: AbortSignal; ms?: number },
    work: (opened: OpenFolder) => Promise<Result>,
  ): Promise<Result> =>
    withDeadline({ asked: callerSignal, ms, who: destination.host.trim() }, async (signal) => {
      assertOneLine(destination);
      const opened = await open(destination, { tenant, steps, signal });
      try {
        return await work(opened);
      } finally {
        opened.close();
      }
    });

  /** Removes a replaced file over a new connection. It is recorded first: if this fails, a later delivery removes it. */
  const removeByItself = async (
    { id, tenant, destination }: Delivery<FtpDestination>,
    location: string,
    callerSignal: AbortSignal,
  ): Promise<boolean> => {
    await notePreviousFile({ id, place: location }, { progress, now: clock.wall });
    const ms = Math.min(cleaningMs, timeouts.wholeMs);
    return inside(destination, { tenant, steps: createSteps(clock), asked: callerSignal, ms }, ({ folder }) =>
      removePreviousFile(folder, { id, place: location }, progress),
    );
  };

  /** Returns false on failure, which doesn't undo a confirmed delivery. */
  const afterwards = async (id: string, work: () => Promise<boolean>): Promise<boolean> => {
    try {
      if (await work()) return true;
      log?.warn({ id }, "A file that a report replaced may still be at the receiver's server.");
    } catch (err) {
      log?.warn({ id, err }, "A report was delivered, but some leftover files could not be removed.");
    }
    return false;
  };

  const deliver = async (
    delivery: Delivery<FtpDestination>,
    steps: Steps,
    callerSignal: AbortSignal,
  ): Promise<Receipt> => {
    const { id, tenant, destination, file } = delivery;
    const location = toLocationKey(tenant, destination);
    const { answer, before, hasReplaced } = await inside(
      destination,
      { tenant, steps, asked: callerSignal },
      ({ folder }) => upload(folder, delivery, location, { progress, steps, now: clock.wall }),
    );
    const receipt = {
      at: clock.wall().toISOString(),
      to: inFolder(destination, file.name),
      answer,
      steps: steps.completed,
      before,
      refused: [],
    };
    await receipts.confirm(id, receipt, callerSignal);
    const isRemoved = !hasReplaced || (await afterwards(id, () => removeByItself(delivery, location, callerSignal)));
    // An earlier try may have left a temporary file.
    if (!destination.direct) await afterwards(id, () => progress.clearUpload(location, id).then(() => true));
    return isRemoved ? receipt : { ...receipt, answer: `${answer} ${describeLeftPreviousFile(id)}` };
  };

  const test = async (destination: FtpDestination, tenant: string, callerSignal: AbortSignal): Promise<TestOutcome> => {
    const steps = createSteps(clock);
    const file = testFile();
    return runDestinationTest(ftpTestMessages, { steps, asked: callerSignal }, () =>
      inside(destination, { tenant, steps, asked: callerSignal }, async ({ folder }) => {
        const id = `test-${randomBytes(12).toString("hex")}`;
        const location = toLocationKey(tenant, destination);
        await upload(folder, { id, file, destination, isOfTest: true }, location, { progress, steps, now: clock.wall });
        await progress.clearUpload(location, id);
        return removeOrExplain(() =>
          steps.runStep("removed", async () => {
            const after = await tryRemove(folder, file.name);
            if (after !== "removed" && after !== "none")
              throw new DeliveryFailed(
                "temporary",
                `Reports can be uploaded there. The test file ${file.name} may still be there. Delete it on the server.`,
              );
          }),
        );
      }),
    );
  };
  return { deliver, test };
};

/** Returns a sentence if the removal fails; reports still arrive. */
const removeOrExplain = async (remove: () => Promise<void>): Promise<string | undefined> => {
  try {
    await remove();
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error;
    return error.message;
  }
};

const testFile = (): FinishedFile => {
  const bytes = Buffer.from("Sheaf uploaded this file to test the connection, and removes it right away.\n");
  return {
    name: `sheaf-test-${randomBytes(4).toString("hex")}.txt`,
    contentType: "text/plain",
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    open: async () => Readable.from([bytes], { objectMode: false }),
    link: "",
  };
};
