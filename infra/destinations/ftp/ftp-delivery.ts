import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { ftpTestWords } from "#domain/destinations/test-words.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type FinishedFile,
  type FtpDestination,
  type Receipt,
  type TestOutcome,
} from "../../ports/destination.ts";
import { type Patience, withDeadline } from "../deadline.ts";
import { type Notes, placeKey } from "../notes.ts";
import type { Receipts } from "../receipts.ts";
import { takeAway } from "../remote-folder.ts";
import { asideLeft, noteReplaced, removeReplaced } from "../rename-over.ts";
import { createSteps, type Steps } from "../steps.ts";
import { testing } from "../testing.ts";
import { upload } from "../upload.ts";
import type { OpenFolder, OpenServer } from "./ftp.ts";

export type FtpDeliveryOptions = {
  open: OpenServer;
  notes: Notes;
  receipts: Receipts;
  clock: Pick<Clock, "wall" | "steady">;
  patience: Patience;
  log?: { warn(fields: object, message: string): void } | undefined;
};

/** The clean-up after a confirmed delivery may take this long, ms. */
const cleaningMs = 20_000;

/** Where a destination leads, as a key: one server, one user, one folder. */
const placeOf = (tenant: string, { protocol, host, port, username, directory }: FtpDestination): string =>
  placeKey(tenant, protocol === "SFTP" ? "sftp" : "ftp", host.toLowerCase(), port ?? 0, username, directory);

const inFolder = ({ host, directory }: FtpDestination, name: string): string => {
  const folder = directory.trim().replace(/\/+$/, "");
  return `${host.trim()}, ${folder === "" && !directory.trim().startsWith("/") ? "" : `${folder}/`}${name}`;
};

/** Neither protocol can say a line break, and in FTP what stands behind one would be a command. @throws {DeliveryFailed} */
const assertOneLine = ({ directory, username, password }: FtpDestination): void => {
  if ([directory, username, password].some((text) => /[\r\n\0]/.test(text)))
    throw new DeliveryFailed(
      "lasting",
      "The folder, the user name or the password has a line break in it. Take it out.",
    );
};

/** Puts reports on servers by FTP, FTPS and SFTP. */
export const createFtpDelivery = ({ open, notes, receipts, clock, patience, log }: FtpDeliveryOptions) => {
  const inside = <Result>(
    destination: FtpDestination,
    { tenant, steps, asked, ms = patience.wholeMs }: { tenant: string; steps: Steps; asked: AbortSignal; ms?: number },
    work: (opened: OpenFolder) => Promise<Result>,
  ): Promise<Result> =>
    withDeadline({ asked, ms, who: destination.host.trim() }, async (signal) => {
      assertOneLine(destination);
      const opened = await open(destination, { tenant, steps, signal });
      try {
        return await work(opened);
      } finally {
        opened.close();
      }
    });

  /**
   * Removes the file that a report has replaced, by a connection of its own. It is noted before, so that a later delivery to the folder removes it
   * otherwise.
   */
  const removeByItself = async (
    { id, tenant, destination }: Delivery<FtpDestination>,
    place: string,
    asked: AbortSignal,
  ): Promise<boolean> => {
    await noteReplaced({ id, place }, { notes, now: clock.wall });
    const ms = Math.min(cleaningMs, patience.wholeMs);
    return inside(destination, { tenant, steps: createSteps(clock), asked, ms }, ({ folder }) =>
      removeReplaced(folder, { id, place }, notes),
    );
  };

  /** Work behind a confirmed delivery, which it cannot fail any more. False where it failed. */
  const afterwards = async (id: string, work: () => Promise<boolean>): Promise<boolean> => {
    try {
      if (await work()) return true;
      log?.warn({ id }, "A file that a report replaced may still be at the receiver's server.");
    } catch (err) {
      log?.warn({ id, err }, "A report was delivered, but not all that it left could be removed.");
    }
    return false;
  };

  const deliver = async (delivery: Delivery<FtpDestination>, steps: Steps, asked: AbortSignal): Promise<Receipt> => {
    const { id, tenant, destination, file } = delivery;
    const place = placeOf(tenant, destination);
    const { answer, before, hasReplaced } = await inside(destination, { tenant, steps, asked }, ({ folder }) =>
      upload(folder, delivery, place, { notes, steps, now: clock.wall }),
    );
    const receipt = {
      at: clock.wall().toISOString(),
      to: inFolder(destination, file.name),
      answer,
      steps: steps.taken,
      before,
      refused: [],
    };
    await receipts.confirm(id, receipt, asked);
    const isRemoved = !hasReplaced || (await afterwards(id, () => removeByItself(delivery, place, asked)));
    // A direct destination may still have a temporary file of an earlier try, which its note tells.
    if (!destination.direct) await afterwards(id, () => notes.clearAt(place, id).then(() => true));
    return isRemoved ? receipt : { ...receipt, answer: `${answer} ${asideLeft(id)}` };
  };

  const test = async (destination: FtpDestination, tenant: string, asked: AbortSignal): Promise<TestOutcome> => {
    const steps = createSteps(clock);
    const file = testFile();
    return testing(ftpTestWords, { steps, asked }, () =>
      inside(destination, { tenant, steps, asked }, async ({ folder }) => {
        const id = `test-${randomBytes(12).toString("hex")}`;
        const place = placeOf(tenant, destination);
        await upload(folder, { id, file, destination, isOfTest: true }, place, { notes, steps, now: clock.wall });
        await notes.clearAt(place, id);
        return removeOrExplain(() =>
          steps.take("removed", async () => {
            const after = await takeAway(folder, file.name);
            if (after !== "removed" && after !== "none")
              throw new DeliveryFailed(
                "temporary",
                `Reports can be put there. The test file ${file.name} may still be there. Delete it on the server.`,
              );
          }),
        );
      }),
    );
  };
  return { deliver, test };
};

/** Removes a test's file. A failure is only a remark, as reports still arrive: answers its sentence, or undefined. */
const removeOrExplain = async (remove: () => Promise<void>): Promise<string | undefined> => {
  try {
    await remove();
    return undefined;
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error;
    return error.message;
  }
};

/** A name that hardly anybody has there already. */
const testFile = (): FinishedFile => {
  const bytes = Buffer.from("Sheaf put this file here to test that it can. It removes it again at once.\n");
  return {
    name: `sheaf-test-${randomBytes(4).toString("hex")}.txt`,
    contentType: "text/plain",
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    open: async () => Readable.from([bytes], { objectMode: false }),
    link: "",
  };
};
