import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { ftpTestWords } from "#domain/destinations/test-words.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type FinishedFile,
  type FtpDestination,
  type Receipt,
  type TestOutcome,
} from "../ports/destination.ts";
import { type Patience, withDeadline } from "./deadline.ts";
import type { OpenFolder, OpenServer } from "./ftp.ts";
import { type Notes, placeKey } from "./notes.ts";
import type { Receipts } from "./receipts.ts";
import { takeAway } from "./remote-folder.ts";
import { asideLeft, removeAside } from "./rename-over.ts";
import { createSteps, type Steps } from "./steps.ts";
import { testing } from "./testing.ts";
import { upload } from "./upload.ts";

export type FtpDeliveryOptions = {
  open: OpenServer;
  notes: Notes;
  receipts: Receipts;
  clock: Pick<Clock, "wall" | "steady">;
  patience: Patience;
};

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
export const createFtpDelivery = ({ open, notes, receipts, clock, patience }: FtpDeliveryOptions) => {
  const inside = <Result>(
    destination: FtpDestination,
    { tenant, steps, asked }: { tenant: string; steps: Steps; asked: AbortSignal },
    work: (opened: OpenFolder) => Promise<Result>,
  ): Promise<Result> =>
    withDeadline({ asked, ms: patience.wholeMs, who: destination.host.trim() }, async (signal) => {
      assertOneLine(destination);
      const opened = await open(destination, { tenant, steps, signal });
      try {
        return await work(opened);
      } finally {
        opened.close();
      }
    });

  /** Removes the file that a report replaced by a connection of its own, as the first was lost. Its failure is none of the delivery. */
  const isAsideRemoved = async (
    { id, tenant, destination }: Delivery<FtpDestination>,
    place: string,
    asked: AbortSignal,
  ): Promise<boolean> => {
    try {
      const left = await inside(destination, { tenant, steps: createSteps(clock), asked }, ({ folder }) =>
        removeAside(folder, { id, place }, { notes, now: clock.wall }),
      );
      return left === "removed";
    } catch (error) {
      if (error instanceof DeliveryFailed) return false;
      throw error;
    }
  };

  const deliver = async (delivery: Delivery<FtpDestination>, steps: Steps, asked: AbortSignal): Promise<Receipt> => {
    const { tenant, destination, file } = delivery;
    const place = placeOf(tenant, destination);
    const { answer, before, isAsideLost } = await inside(destination, { tenant, steps, asked }, ({ folder }) =>
      upload(folder, delivery, place, { notes, steps, now: clock.wall }),
    );
    const isLeft = isAsideLost === true && !(await isAsideRemoved(delivery, place, asked));
    const receipt = {
      at: clock.wall().toISOString(),
      to: inFolder(destination, file.name),
      answer: isLeft ? `${answer} ${asideLeft(delivery.id)}` : answer,
      steps: steps.taken,
      before,
      refused: [],
    };
    const confirmed = await receipts.confirm(delivery.id, receipt, asked);
    await notes.clearAt(place, delivery.id);
    return confirmed;
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
